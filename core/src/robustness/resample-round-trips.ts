import { mix } from '../random/chance.ts'
import type { Paise } from '../units.ts'

/** A figure at the worst twentieth, the middle and the best twentieth of the resamplings. */
export type Spread = { readonly worstPaise: Paise; readonly middlePaise: Paise; readonly bestPaise: Paise }

export type Resampled = { readonly times: number; readonly net: Spread; readonly drawdown: Spread }

/** Of the median's rank, in a list sorted from bad to good. */
const RANKS = { worstPaise: 0.05, middlePaise: 0.5, bestPaise: 0.95 } as const

/**
 * What the same round trips might have made in another order and mixture: each resampling draws as many as there were,
 * with replacement. A result that depends on a few lucky trades, or on their order, shows as a wide spread.
 */
export function resampleRoundTrips(netPaise: readonly Paise[], seed: number, times = 1_000): Resampled | null {
  const count = netPaise.length
  if (count === 0) return null
  const nets = Float64Array.from(netPaise)
  const totals = new Float64Array(times)
  const drawdowns = new Float64Array(times)
  for (let run = 0; run < times; run++) {
    const key = mix(seed, run)
    let total = 0
    let peak = 0
    let deepest = 0
    for (let draw = 0; draw < count; draw++) {
      total += nets[(mix(key, draw) >>> 0) % count]!
      if (total > peak) peak = total
      else if (peak - total > deepest) deepest = peak - total
    }
    totals[run] = total
    drawdowns[run] = deepest
  }
  return { times, net: spreadOf(totals.sort()), drawdown: spreadOf(drawdowns.sort().reverse()) }
}

function spreadOf(fromWorstToBest: Float64Array): Spread {
  const at = (rank: number) => fromWorstToBest[Math.round((fromWorstToBest.length - 1) * rank)]!
  return { worstPaise: at(RANKS.worstPaise), middlePaise: at(RANKS.middlePaise), bestPaise: at(RANKS.bestPaise) }
}
