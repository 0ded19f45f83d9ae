// Bars as columns: one typed array per field, so that a million of them is a few flat blocks of memory.
// Prices are whole paise (every NSE tick is a multiple of one paisa).

export type Bars = {
  /** Start of each bar, epoch ms, strictly rising. */
  readonly timeMs: Float64Array
  readonly openPaise: Int32Array
  readonly highPaise: Int32Array
  readonly lowPaise: Int32Array
  readonly closePaise: Int32Array
  readonly volume: Float64Array
}
