import type { ClientId, Token } from '@trading-bot/core/units'
import type { Instrument } from '@trading-bot/core/instrument'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerOrder } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Randomness } from '../ports/randomness.ts'
import type { Timers } from '../ports/timers.ts'
import type { ExposureWatch } from './exposure-watch.ts'

export type Owner = {
  readonly calm: () => void
  readonly marks: { byHand: number; squaredOff: number }
}

type Setup = {
  readonly clock: Clock
  readonly timers: Timers
  readonly chance: Randomness
  readonly truth: ReadonlyMap<string, Broker>
  readonly instruments: readonly Instrument[]
  readonly exposure: ExposureWatch
}

const BY_HAND = 'hand'

/** The id of an order that the owner places by hand. */
export function handId(kind: string, count: number): ClientId {
  return `${BY_HAND}${kind}${count}`
}

export function isByHand({ clientId }: { readonly clientId: ClientId }): boolean {
  return clientId.startsWith(BY_HAND)
}

/** The account as we see it: orders that are not ours carry no tag. */
export function withoutForeignTags(broker: Broker): Broker {
  const blank = (order: BrokerOrder): BrokerOrder => (isByHand(order) ? { ...order, clientId: '' } : order)
  return {
    ...broker,
    orderBook: async () => {
      const answer = await broker.orderBook()
      return answer.kind === 'answered' ? { ...answer, value: answer.value.map(blank) } : answer
    },
    watchOrders: ({ onOrder, onGap }) => broker.watchOrders({ onOrder: (order) => onOrder(blank(order)), onGap }),
  }
}

/** Owners who trade in the same account by hand, and a broker that squares an account off by itself. */
export function runOwner({ clock, timers, chance, truth, instruments, exposure }: Setup): Owner {
  const marks = { byHand: 0, squaredOff: 0 }
  let isCalm = false
  let count = 0
  const trade = async (accountId: string, token: Token, signed: number): Promise<void> => {
    const instrument = instruments.find((each) => each.token === token)
    const broker = truth.get(accountId)
    if (!instrument || !broker || signed === 0) return
    exposure.noteOwner(accountId, token)
    await broker.place({
      clientId: handId('', ++count),
      instrument,
      side: signed > 0 ? 'BUY' : 'SELL',
      quantity: Math.abs(signed),
      product: 'INTRADAY',
      purpose: 'EXIT',
      // Decided within a minute, so that it fills at once.
      decidedAtMs: clock.nowMs() + 1,
      price: { kind: 'MARKET', lastPaise: 1 },
    })
    exposure.noteOwner(accountId, token)
  }
  const act = async (): Promise<void> => {
    if (isCalm) return
    const accounts = [...truth.keys()]
    const accountId = accounts[chance.whole(accounts.length)]!
    const answer = await truth.get(accountId)!.positions()
    if (answer.kind !== 'answered') return
    const held = answer.value.filter(({ buyQuantity, sellQuantity }) => buyQuantity !== sellQuantity)
    const isSquareOff = chance.fraction() < 0.15
    if (isSquareOff) marks.squaredOff++
    for (const { token, buyQuantity, sellQuantity } of isSquareOff ? held : held.slice(0, 1)) {
      const net = buyQuantity - sellQuantity
      // Mostly all of it; sometimes a part, and sometimes more of the same.
      const draw = chance.fraction()
      const part = isSquareOff || draw < 0.6 ? net : draw < 0.85 ? Math.trunc(net / 2) : -Math.trunc(net / 3)
      marks.byHand++
      await trade(accountId, token, -part)
    }
  }
  timers.every(MINUTE_MS / 2 + 7 * SECOND_MS, () => void act())
  return {
    marks,
    calm: () => {
      isCalm = true
    },
  }
}
