// By arithmetic alone, because Math.exp may differ in the last bit between JavaScript engines.
const SIXTH = 1 / 6
const OF_4 = 1 / 24
const OF_5 = 1 / 120
const OF_6 = 1 / 720

/** e to the power of x, for moves of at most a few tenths: the series up to the sixth power. */
export function smallExponential(x: number): number {
  return 1 + x * (1 + x * (0.5 + x * (SIXTH + x * (OF_4 + x * (OF_5 + x * OF_6)))))
}

/** e to the power of any x: the series of a 64th of it, squared six times. */
export function exponential(x: number): number {
  let power = smallExponential(x / 64)
  for (let squaring = 0; squaring < 6; squaring++) power *= power
  return power
}
