/**
 * 12,34,567.5: grouped as in India, rounded half up. Written out because the browser's own formatter takes 20 ms to get
 * ready, on a phone a tenth of a second, before a page can show its first figure.
 */
export function formatNumber(value: number, leastDecimals = 0, mostDecimals = Math.max(leastDecimals, 3)): string {
  if (!Number.isFinite(value)) return String(value)
  // By its decimal text, as people round: 1.005 is a little less in binary.
  const text = String(Math.abs(value))
  const units = text.includes('e')
    ? Math.round(Math.abs(value) * 10 ** mostDecimals)
    : Math.round(Number(`${text}e${mostDecimals}`))
  const digits = BigInt(units)
    .toString()
    .padStart(mostDecimals + 1, '0')
  const whole = digits.slice(0, digits.length - mostDecimals).replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
  const decimals = digits.slice(digits.length - mostDecimals)
  const dropped = /0*$/.exec(decimals.slice(leastDecimals))?.[0].length ?? 0
  const shown = decimals.slice(0, decimals.length - dropped)
  return `${value < 0 ? '-' : ''}${whole}${shown === '' ? '' : `.${shown}`}`
}
