/** The position of the candle that contains an instant, by bisection; the first one for an earlier instant. */
export function candleAt(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (times[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}
