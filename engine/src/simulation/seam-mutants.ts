// Mutants at the seam between an account's machine and what surrounds it: its answers, its effects and its sums.

import type { Context } from '@trading-bot/core/trading/account/state/context'
import { bookProfit, costOfPart, foldSlot } from '@trading-bot/core/trading/account/state/fold-slot'
import type { Input } from '@trading-bot/core/trading/account/state/input'
import {
  filledQuantity,
  filledValuePaise,
  isEnded,
  type LiveOrder,
} from '@trading-bot/core/trading/account/state/live-order'
import { entryOf } from '@trading-bot/core/trading/account/state/live-position'
import { type ManagedAccount, openOrders } from '@trading-bot/core/trading/account/state/managed-account'
import { capitalOfSide } from '@trading-bot/core/trading/trading-account'
import type { Broker, OrderOutcome } from '../ports.ts'
import type { Mutant } from './mutant.ts'

export const SEAM_MUTANTS: Readonly<Record<string, Mutant>> = {
  'a denied order takes the effects of the other accounts of its batch with it': { onStep: losesEffectsOfOthers },
  'two orders get each other’s answers': { wrapBroker: swapsAnswers },
  'the profit of an exit is booked at each fill and when it ends': { onStep: booksEachFill },
  'the capital of an entry that ended unfilled is not released': { onStep: keepsCapital },
  'a fill counts only once its order has ended': { onStep: foldsEndedOrders },
}

const accountsOf = new WeakMap<Context, Set<ManagedAccount>>()

function losesEffectsOfOthers(account: ManagedAccount, input: Input): void {
  const accounts = accountsOf.get(account.context) ?? new Set()
  accountsOf.set(account.context, accounts.add(account))
  if (input.kind !== 'RECORDED' || !input.isDenied) return
  for (const other of accounts) if (other !== account) other.effects.length = 0
}

function swapsAnswers(broker: Broker): Broker {
  type Asked = { readonly own: Promise<OrderOutcome>; readonly answer: (outcome: Promise<OrderOutcome>) => void }
  let asked: Asked | null = null
  return {
    ...broker,
    place: (request) => {
      const own = broker.place(request)
      const other = asked
      if (other !== null) {
        asked = null
        other.answer(own)
        return other.own
      }
      return new Promise((answer) => {
        asked = { own, answer }
        const settle = () => {
          if (asked?.own !== own) return
          asked = null
          answer(own)
        }
        void own.then(settle, settle)
      })
    },
  }
}

const bookedFills = new WeakMap<LiveOrder, number>()

function booksEachFill(account: ManagedAccount): void {
  for (const position of account.positions.values()) {
    const entry = entryOf(position)
    for (const order of position.orders) {
      if (order.purpose === 'ENTRY' || isEnded(order)) continue
      const fills = order.fills.slice(bookedFills.get(order) ?? 0)
      bookedFills.set(order, order.fills.length)
      const costPaise = costOfPart(entry, filledQuantity({ fills }))
      if (fills.length > 0)
        bookProfit(account, position, position.direction * (filledValuePaise({ fills }) - costPaise))
    }
  }
}

const waitingEntries = new WeakMap<ManagedAccount, Map<LiveOrder, 1 | -1>>()

function keepsCapital(account: ManagedAccount): void {
  const waiting = waitingEntries.get(account) ?? new Map<LiveOrder, 1 | -1>()
  waitingEntries.set(account, waiting)
  for (const [order, direction] of waiting) {
    if (!isEnded(order) || order.isToRetry) continue
    waiting.delete(order)
    if (order.fills.length === 0) capitalOfSide(account.core, direction).inUsePaise += order.quantity * order.pricePaise
  }
  for (const { orders, direction } of account.positions.values())
    for (const order of orders) if (order.purpose === 'ENTRY' && !isEnded(order)) waiting.set(order, direction)
}

function foldsEndedOrders(account: ManagedAccount): void {
  const filling = openOrders(account).filter(({ fills }) => fills.length > 0)
  const known = filling.map(({ fills }) => fills)
  for (const order of filling) order.fills = []
  for (const { token } of filling) foldSlot(account, token)
  for (const [index, order] of filling.entries()) order.fills = known[index]!
}
