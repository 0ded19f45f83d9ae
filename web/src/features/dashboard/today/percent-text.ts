/** +0.42 % with its sign; a plain zero has none. */
export function percentText(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${sign}${Math.abs(percent).toLocaleString('en-IN', digits)}%`
}
