import type { Instrument } from '@trading-bot/core/instrument'
import { mix } from '@trading-bot/core/random/chance'
import type { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { MINUTE_MS } from '@trading-bot/core/time'
import { type FaultSwitch, faultSwitch } from '../brokers/faulty/fault-switch.ts'
import { type PriceRanges, priceRanges, rangedMarket } from '../brokers/faulty/price-range.ts'
import { exchangePaperMarket } from '../brokers/paper/exchange-paper-market.ts'
import type { PaperMarket } from '../brokers/paper/paper-market.ts'
import type { Exchange } from '../exchange/state/exchange.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import type { VirtualTime } from '../ports/virtual-time.ts'
import { circuitMarket } from './circuit-market.ts'
import { type DayKind, exchangeRatesOf } from './day-kind.ts'

type Opening = {
  readonly seed: number
  readonly kind: DayKind
  readonly instruments: readonly (typeof NIFTY_50)[number][]
  readonly time: VirtualTime
  readonly marketSeed: number
}

type Market = {
  readonly exchange: Exchange
  readonly market: PaperMarket
  readonly ranges: PriceRanges
  readonly exchangeFaults: FaultSwitch
  readonly isAtCircuit: boolean
}

const CIRCUIT = { fromMs: 6 * MINUTE_MS, untilMs: 9 * MINUTE_MS }
const NARROWEST_SHARE = 0.002
const WIDEST_SHARE = 0.006

/** The market of one seed: its prices, its circuits, and the faults of the exchange behind the broker. */
export function openMarket({ seed, kind, instruments, time, marketSeed }: Opening): Market {
  const { clock, timers } = time
  const exchange = openExchange({
    market: { seed: marketSeed, hours: 'demo' },
    clock,
    timers,
    randomness: seededRandomness(seed + 1),
    instruments,
  })
  const nowMs = clock.nowMs()
  const { token } = instruments[0]!
  const circuit = { token, fromMs: nowMs + CIRCUIT.fromMs, untilMs: nowMs + CIRCUIT.untilMs }
  const ranges = priceRanges(clock)
  const market = rangedMarket(
    circuitMarket(exchangePaperMarket(exchange), clock, kind.hasCircuit ? circuit : null),
    ranges,
  )
  const exchangeFaults = faultSwitch(seededRandomness(mix(seed, 9)), exchangeRatesOf(seed, kind))
  if (kind.isStrict) runRanges(time, { faults: exchangeFaults, ranges, market, instruments })
  return { exchange, market, ranges, exchangeFaults, isAtCircuit: kind.hasCircuit }
}

type Ranging = {
  readonly faults: FaultSwitch
  readonly ranges: PriceRanges
  readonly market: PaperMarket
  readonly instruments: readonly Instrument[]
}

/** One instrument after the other may be held in a narrow range of prices for a while. */
function runRanges({ clock, timers }: VirtualTime, { faults, ranges, market, instruments }: Ranging): void {
  let turn = 0
  timers.every(MINUTE_MS, () => {
    const { token } = instruments[turn++ % instruments.length]!
    const lastPaise = market.quoteOf(token)?.lastPaise
    if (lastPaise === undefined || !faults.strikes('HARD_CIRCUIT')) return
    const fromMs = clock.nowMs()
    const share = NARROWEST_SHARE + (WIDEST_SHARE - NARROWEST_SHARE) * faults.randomness.fraction()
    const untilMs = fromMs + MINUTE_MS / 2 + faults.randomness.whole(MINUTE_MS)
    ranges.set({ token, fromMs, untilMs, lowPaise: lastPaise * (1 - share), highPaise: lastPaise * (1 + share) })
  })
}
