// The range of closes of every eight bars, which is enough to value a position over the whole group at once.

export const RANGE_SHIFT = 3
export const RANGE_BARS = 1 << RANGE_SHIFT

/** Seen from a position of one share; for a short, the worst close is the highest. */
export type SideRanges = {
  /** The close at which the position is worth least. */
  readonly lows: Int32Array
  /** The close at which it is worth most. */
  readonly highs: Int32Array
  /** Change of the close in the position's deepest fall between two bars of the group. */
  readonly falls: Int32Array
}

export type CloseRanges = { readonly long: SideRanges; readonly short: SideRanges }

/** Complete groups only; remaining bars are valued one by one. */
export function closeRanges(closePaise: Int32Array): CloseRanges {
  const groups = Math.floor(closePaise.length / RANGE_BARS)
  const column = () => new Int32Array(groups)
  const [lowest, highest, fall, rise] = [column(), column(), column(), column()]
  for (let group = 0; group < groups; group++) {
    let low = closePaise[group * RANGE_BARS]!
    let high = low
    let deepest = 0
    let steepest = 0
    for (let i = group * RANGE_BARS; i < (group + 1) * RANGE_BARS; i++) {
      const close = closePaise[i]!
      if (close > high) high = close
      if (close < low) low = close
      if (high - close > deepest) deepest = high - close
      if (close - low > steepest) steepest = close - low
    }
    lowest[group] = low
    highest[group] = high
    fall[group] = deepest
    // The sign is reversed for a short, for which a rise is a fall.
    rise[group] = -steepest
  }
  return {
    long: { lows: lowest, highs: highest, falls: fall },
    short: { lows: highest, highs: lowest, falls: rise },
  }
}
