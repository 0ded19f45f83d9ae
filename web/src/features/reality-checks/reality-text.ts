export function percentText(percent: number | null): string {
  return percent === null ? 'Not known yet' : `${percent} %`
}

/** Basis points with their sign: more than zero is worse than the fill model. */
export function bpsText(bps: number | null): string {
  if (bps === null) return '–'
  const rounded = Math.round(bps * 10) / 10
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : ''
  return `${sign}${Math.abs(rounded).toFixed(1)} bps`
}
