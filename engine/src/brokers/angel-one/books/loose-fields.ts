/** An object of an answer with lenient field types, because the broker sends numbers as text and text as numbers. */
export type Row = Readonly<Record<string, unknown>>

export function asRow(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null
}

/**
 * The rows of a list; an empty one comes as null, as empty text or as an empty list. Null for anything else. An item that
 * is no row becomes an empty row, which no reader understands.
 */
export function asRows(value: unknown): readonly Row[] | null {
  if (value === null || value === undefined || value === '') return []
  return Array.isArray(value) ? value.map((item) => asRow(item) ?? {}) : null
}

/** Empty when missing. */
export function textOf(row: Row, name: string): string {
  const value = row[name]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** Null when missing or not a number; a space after the minus sign is accepted. */
export function numberOf(row: Row, name: string): number | null {
  const value = row[name]
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const plain = value.replace(/[\s,]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

export function wholeOf(row: Row, name: string): number | null {
  const value = numberOf(row, name)
  return value !== null && Number.isSafeInteger(value) ? value : null
}

/** Rupees rounded to whole paise; "- 0.00" is zero. */
export function paiseOf(row: Row, name: string): number | null {
  const rupees = numberOf(row, name)
  return rupees === null ? null : Math.round(rupees * 100) + 0
}
