import type { Paise } from '../units.ts'
import type { Resampled } from './resample-round-trips.ts'

export type Evidence = {
  readonly trades: number
  readonly netPaise: Paise
  readonly resampled: Resampled | null
  /** Results with slightly different parameters. */
  readonly neighboursPaise: readonly Paise[]
  /** Results with twice and three times the slippage. */
  readonly dearerPaise: readonly Paise[]
  /** Results of consecutive parts of the time. */
  readonly partsPaise: readonly Paise[]
}

export type Verdict = { readonly kind: 'robust' | 'fragile' | 'losing' | 'too few trades'; readonly sentence: string }

const FEWEST_TRADES = 30
// Of its neighbours and parts, so many must have made a profit too.
const MOST_OF = 0.7

/** One plain sentence about how far a result may be believed. */
export function judgeRobustness(evidence: Evidence): Verdict {
  const { trades, netPaise } = evidence
  if (trades < FEWEST_TRADES) {
    const sentence = `Too few trades to tell: ${trades} of the ${FEWEST_TRADES} that a judgement takes.`
    return { kind: 'too few trades', sentence }
  }
  if (netPaise <= 0) return { kind: 'losing', sentence: 'It lost money, so there is nothing to test further.' }
  const doubts = doubtsOf(evidence)
  if (doubts.length === 0) {
    const sentence =
      'Robust: the result holds when its trades are mixed anew, with dearer fills, with slightly different parameters and over time.'
    return { kind: 'robust', sentence }
  }
  return { kind: 'fragile', sentence: `Fragile: ${listed(doubts)}.` }
}

function doubtsOf({ resampled, neighboursPaise, dearerPaise, partsPaise }: Evidence): string[] {
  const doubts: string[] = []
  if (resampled && resampled.net.worstPaise <= 0) doubts.push('a slightly different mixture of its trades loses money')
  if (dearerPaise.some((paise) => paise <= 0)) doubts.push('dearer fills take the profit')
  if (!mostlyProfit(neighboursPaise)) doubts.push('slightly different parameters lose money')
  if (!mostlyProfit(partsPaise)) doubts.push('most of the profit comes from a part of the time')
  return doubts
}

function mostlyProfit(results: readonly Paise[]): boolean {
  return results.filter((paise) => paise > 0).length >= results.length * MOST_OF
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
