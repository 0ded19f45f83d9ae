// An indicator is one step function. Live trading calls it bar by bar, a backtest runs it over columns
// (indicator-columns.ts), so there is no second formula that could differ.
//
// Prices are whole paise in doubles. Every formula uses one fixed order of IEEE operations
// (no fused multiply-add, no reassociation), so that Python's floats give the same bits.

export type Indicator = {
  /** Latest values, one per output; NaN until enough bars were seen. */
  readonly values: Float64Array
  /** Index of the first bar at which every output is defined, as TA-Lib counts it. */
  readonly firstIndex: number
  step(close: number, high: number, low: number): void
}
