import type { Paise, Token } from '@trading-bot/core/units'
import { type Instrument, tickAtOrAbove } from '@trading-bot/core/instrument'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, PlacedOrder } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Randomness } from '../ports/randomness.ts'
import type { Timers } from '../ports/timers.ts'
import { handId } from './owner.ts'

export type FarOrders = {
  /** No more of them, and those that rest are cancelled. */
  readonly calm: () => void
  readonly marks: { farOrders: number }
}

type Setup = {
  readonly clock: Clock
  readonly timers: Timers
  readonly chance: Randomness
  readonly broker: Broker
  readonly instruments: readonly Instrument[]
  readonly lastPaiseOf: (token: Token) => Paise | null
}

const EVERY_MS = 41 * SECOND_MS
const LONGEST_MS = 90 * SECOND_MS

/** Orders of the owner that rest far from the market, on both sides of what the bots hold, and are cancelled again. */
export function runFarOrders({ clock, timers, chance, broker, instruments, lastPaiseOf }: Setup): FarOrders {
  const marks = { farOrders: 0 }
  const resting = new Set<PlacedOrder>()
  let isCalm = false
  const withdraw = (order: PlacedOrder) => {
    if (resting.delete(order)) void broker.cancel(order)
  }
  const place = async (): Promise<void> => {
    const instrument = instruments[chance.whole(instruments.length)]!
    const lastPaise = lastPaiseOf(instrument.token)
    const answer = await broker.positions()
    if (isCalm || lastPaise === null || answer.kind !== 'answered') return
    const held = answer.value.find(({ token }) => token === instrument.token)
    const net = held ? held.buyQuantity - held.sellQuantity : 0
    const isExitSide = chance.whole(3) > 0
    const side = net > 0 === isExitSide ? 'SELL' : 'BUY'
    const share = 0.05 + 0.04 * chance.fraction()
    const request = {
      clientId: handId('far', ++marks.farOrders),
      instrument,
      side,
      quantity: Math.max(1, Math.abs(net) - chance.whole(2)),
      product: 'INTRADAY',
      purpose: 'EXIT',
      decidedAtMs: clock.nowMs() + 1,
      price: {
        kind: 'LIMIT',
        limitPaise: tickAtOrAbove(lastPaise * (side === 'SELL' ? 1 + share : 1 - share), instrument.tickPaise),
      },
    } as const
    const outcome = await broker.place(request)
    if (outcome.kind !== 'acknowledged') return
    const order = { brokerOrderId: outcome.brokerOrderId, request }
    resting.add(order)
    if (isCalm) withdraw(order)
    else timers.after(chance.whole(LONGEST_MS), () => withdraw(order))
  }
  timers.every(EVERY_MS, () => {
    if (!isCalm) void place()
  })
  return {
    marks,
    calm: () => {
      isCalm = true
      for (const order of Array.from(resting)) withdraw(order)
    },
  }
}
