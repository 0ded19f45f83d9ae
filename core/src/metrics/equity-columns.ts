/** Account value over time; the first row is the starting capital. Plain or typed arrays alike. */
export type EquityColumns = {
  readonly atMs: ArrayLike<number>
  readonly equityPaise: ArrayLike<number>
}
