import type { Token } from '@trading-bot/core/units'
import { SECOND_MS } from '@trading-bot/core/time'
import type { OrderChange, OrderPrice, OrderRequest } from '../../ports.ts'
import type { FaultSetup } from './fault-setup.ts'
import { isInRange, type PriceRanges } from './price-range.ts'

export type RuleSetup = FaultSetup & {
  readonly ranges: PriceRanges
  /** An order or change of the exit side is rejected; nothing like it is taken until then. */
  readonly onRefused?: (token: Token, untilMs: number) => void
}

/** The exchange's reason to reject what the broker acknowledges; null if it takes it. */
type ExchangeRules = {
  readonly ofOrder: (request: OrderRequest) => string | null
  readonly ofChange: (request: OrderRequest, change: OrderChange, isEnlarged: boolean) => string | null
}

type Rejection = { readonly text: string; readonly untilMs: number }

const OUT_OF_RANGE = '16284: The order price is out of the day’s price range'
const QUANTITY_FREEZE = '17080: The order quantity is above the quantity freeze limit'
const RMS = 'RMS: Orders of this kind are not taken at the moment'
const NO_REASON = '16283: The order could not be modified'

const SHORTEST_MOOD_MS = 5 * SECOND_MS
const LONGEST_MOOD_MS = 30 * SECOND_MS
export const LATEST_REJECTION_MS = 2 * SECOND_MS
const FREEZE_SHARE = 0.6
// No exchange makes anybody sell a position share by share.
const LEAST_FROZEN = 10

/**
 * Price ranges and known freeze quantities for all orders; moods, new freeze quantities and rejected changes for those of
 * the exit side.
 */
export function exchangeRules({ faults, clock, ranges, onRefused }: RuleSetup): ExchangeRules {
  const { strikes, randomness } = faults
  const frozenAbove = new Map<Token, number>()
  let moodUntilMs = -Infinity

  const rejectionOf = (request: OrderRequest, price: OrderPrice): Rejection | null => {
    const nowMs = clock.nowMs()
    const range = ranges.of(request.instrument.token)
    if (range && !isInRange(range, request, price)) return { text: OUT_OF_RANGE, untilMs: range.untilMs }
    if (request.purpose === 'ENTRY') return null
    if (strikes('RMS_MOOD'))
      moodUntilMs = nowMs + SHORTEST_MOOD_MS + randomness.whole(LONGEST_MOOD_MS - SHORTEST_MOOD_MS)
    return nowMs < moodUntilMs ? { text: RMS, untilMs: moodUntilMs } : null
  }
  const told = ({ instrument, purpose }: OrderRequest, rejection: Rejection | null): string | null => {
    if (rejection && purpose !== 'ENTRY') onRefused?.(instrument.token, rejection.untilMs)
    return rejection?.text ?? null
  }
  const freezeOf = ({ instrument: { token }, purpose }: OrderRequest, quantity: number): Rejection | null => {
    if (purpose !== 'ENTRY' && !frozenAbove.has(token) && quantity >= LEAST_FROZEN && strikes('FREEZE'))
      frozenAbove.set(token, Math.ceil(quantity * FREEZE_SHARE))
    const isFrozen = quantity > (frozenAbove.get(token) ?? Infinity)
    return isFrozen ? { text: QUANTITY_FREEZE, untilMs: clock.nowMs() } : null
  }
  const withoutReason = (): Rejection | null =>
    strikes('CHANGE_REJECTED_LATE')
      ? { text: [RMS, OUT_OF_RANGE, NO_REASON][randomness.whole(3)]!, untilMs: clock.nowMs() + LATEST_REJECTION_MS }
      : null
  return {
    ofOrder: (request) => told(request, rejectionOf(request, request.price) ?? freezeOf(request, request.quantity)),
    ofChange: (request, change, isEnlarged) =>
      told(
        request,
        rejectionOf(request, change.price) ??
          withoutReason() ??
          (isEnlarged ? freezeOf(request, change.quantity) : null),
      ),
  }
}
