import type { OrderSide } from '../order.ts'
import type { RoundTrip } from '../round-trip.ts'
import { MINUTE_MS } from '../time.ts'
import type { Paise, Quantity } from '../units.ts'

/** An entry or exit that a bot instance decided in a session, with what it got for it. */
export type ObtainedIntent = {
  readonly kind: 'entry' | 'exit'
  readonly symbol: string
  readonly side: OrderSide
  readonly decidedAtMs: number
  /** Zero if nothing was filled. */
  readonly filledQuantity: Quantity
  readonly filledValuePaise: Paise
}

export type Obtained = { readonly intents: readonly ObtainedIntent[]; readonly netPaise: Paise }

export type Replayed = {
  readonly trades: readonly RoundTrip[]
  /** Starts of the session's one-minute bars, by symbol. */
  readonly minutesOf: ReadonlyMap<string, Float64Array>
}

export type MatchCount = { readonly obtained: number; readonly replayed: number; readonly matched: number }

export type SessionComparison = {
  readonly entries: MatchCount
  readonly exits: MatchCount
  /** How much worse the fills were than the fill model's, over matched intents; null if none of them was filled. */
  readonly slippageBps: number | null
  readonly netPaise: Paise
  readonly replayedNetPaise: Paise
}

/** What a bot instance did in a session beside what the kernel decides on the session's bars. */
export function compareSession(obtained: Obtained, { trades, minutesOf }: Replayed): SessionComparison {
  const open = new Map<string, ReplayedIntent[]>()
  const replayed = [...entriesOf(trades), ...trades.map(exitOf)]
  for (const intent of replayed) {
    const same = open.get(intent.key)
    if (same) same.push(intent)
    else open.set(intent.key, [intent])
  }
  const matched = { entry: 0, exit: 0 }
  let lostPaise = 0
  let valuePaise = 0
  for (const intent of obtained.intents) {
    const { kind, symbol, side, filledQuantity, filledValuePaise } = intent
    const minuteMs = fillMinute(minutesOf.get(symbol), intent.decidedAtMs)
    const twin = open.get(keyOf(kind, symbol, side, minuteMs))?.shift()
    if (!twin) continue
    matched[kind]++
    if (filledQuantity === 0) continue
    const modelPaise = twin.pricePaise * filledQuantity
    lostPaise += side === 'BUY' ? filledValuePaise - modelPaise : modelPaise - filledValuePaise
    valuePaise += modelPaise
  }
  const count = (kind: 'entry' | 'exit'): MatchCount => ({
    obtained: obtained.intents.filter((intent) => intent.kind === kind).length,
    replayed: replayed.filter((intent) => intent.kind === kind).length,
    matched: matched[kind],
  })
  return {
    entries: count('entry'),
    exits: count('exit'),
    slippageBps: valuePaise === 0 ? null : (lostPaise / valuePaise) * 10_000,
    netPaise: obtained.netPaise,
    replayedNetPaise: trades.reduce((sum, { netPaise }) => sum + netPaise, 0),
  }
}

type ReplayedIntent = { readonly kind: 'entry' | 'exit'; readonly key: string; readonly pricePaise: Paise }

/** A position that left in parts was entered once. */
function entriesOf(trades: readonly RoundTrip[]): ReplayedIntent[] {
  const entries = trades.map(({ symbol, side, entryAtMs, entryPricePaise: pricePaise }): [string, ReplayedIntent] => {
    const key = keyOf('entry', symbol, side === 'LONG' ? 'BUY' : 'SELL', entryAtMs)
    return [key, { kind: 'entry', key, pricePaise }]
  })
  return [...new Map(entries).values()]
}

function exitOf({ symbol, side, exitAtMs, exitPricePaise: pricePaise }: RoundTrip): ReplayedIntent {
  return { kind: 'exit', key: keyOf('exit', symbol, side === 'LONG' ? 'SELL' : 'BUY', exitAtMs), pricePaise }
}

function keyOf(kind: string, symbol: string, side: OrderSide, minuteMs: number): string {
  return `${kind} ${symbol} ${side} ${minuteMs}`
}

/** The kernel fills in the first minute with trades from the decision on, and dates its trades by that minute. */
function fillMinute(minutes: Float64Array | undefined, decidedAtMs: number): number {
  const minuteMs = Math.floor(decidedAtMs / MINUTE_MS) * MINUTE_MS
  return minutes?.find((startMs) => startMs >= minuteMs) ?? minuteMs
}
