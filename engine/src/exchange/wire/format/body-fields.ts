/** A request's JSON object with lenient field types, because clients send numbers as text and text as numbers. */
export type Body = Readonly<Record<string, unknown>>

export function asBody(value: unknown): Body | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null
}

/** Empty when missing. */
export function textOf(body: Body, name: string): string {
  const value = body[name]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** Zero when missing or empty; NaN when not a number. */
export function numberOf(body: Body, name: string): number {
  const value = body[name]
  if (value === undefined || value === null || value === '') return 0
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN
}

/** Rupees as whole paise; NaN if there are more than two decimals. */
export function paiseOf(body: Body, name: string): number {
  const paise = numberOf(body, name) * 100
  const whole = Math.round(paise)
  return Math.abs(paise - whole) < 1e-6 * Math.max(1, Math.abs(whole)) ? whole : Number.NaN
}
