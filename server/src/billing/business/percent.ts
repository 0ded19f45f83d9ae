/** With one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : null
}
