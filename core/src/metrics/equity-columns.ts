/** Account value over time; the first row is the starting capital. Plain or typed arrays. */
export type EquityColumns = {
  readonly atMs: ArrayLike<number>
  readonly equityPaise: ArrayLike<number>
}
