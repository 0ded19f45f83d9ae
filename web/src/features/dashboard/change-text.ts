/** The change from the same period of last month; +0% when last month is not known. */
export function changeText(percent: number | null | undefined): string {
  const value = percent ?? 0
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en-IN')}% from last month`
}
