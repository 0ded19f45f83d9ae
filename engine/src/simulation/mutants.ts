import { accept } from '@trading-bot/core/checked'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { HOUR_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { BrokerFill } from '../ports.ts'
import type { Mutant } from './mutant.ts'
import { EXCHANGE_MUTANTS } from './exchange-mutants.ts'
import { believesCancels, exitsBesideTheStop, losesTrades } from './mutant-brokers.ts'
import { SEAM_MUTANTS } from './seam-mutants.ts'

/** Each of these must be caught; the name says what is broken. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'a timeout is answered by sending again': {
    wrapBroker: (broker) => ({
      ...broker,
      place: async (request) => {
        const outcome = await broker.place(request)
        return outcome.kind === 'unknown' ? broker.place(request) : outcome
      },
    }),
  },
  'an unreadable answer counts as a refusal': {
    wrapBroker: (broker) => ({
      ...broker,
      place: async (request) => {
        const outcome = await broker.place(request)
        return outcome.kind === 'unknown'
          ? { kind: 'rejected', code: 'DOWN', sentence: 'The broker is down.', isRetryable: true }
          : outcome
      },
    }),
  },
  'a failed look-up counts as an empty book': {
    wrapBroker: (broker) => ({
      ...broker,
      orderBook: async () => {
        const answer = await broker.orderBook()
        return answer.kind === 'answered' ? answer : { kind: 'answered', value: [] }
      },
      tradeBook: async () => {
        const answer = await broker.tradeBook()
        return answer.kind === 'answered' ? answer : { kind: 'answered', value: [] }
      },
    }),
    setup: { tuning: { notFoundAfterMs: 0 } },
  },
  'an order is not looked up': {
    wrapBroker: (broker) => ({ ...broker, orderBook: async () => ({ kind: 'answered', value: [] }) }),
  },
  'not found once is enough': { setup: { tuning: { notFoundAfterMs: 0 } } },
  'orders are sent before they are recorded': {
    wrapStore: (store) => ({
      ...store,
      write: async (fence, batch) => {
        void store.write(fence, batch).catch(() => undefined)
        return { refused: new Set() }
      },
    }),
  },
  'the fence is ignored': { store: { rules: { checksFence: false } }, setup: { tuning: { leaseTrustMs: Infinity } } },
  'an engine that was paused sends without asking': { setup: { tuning: { leaseTrustMs: Infinity } } },
  'the kill switch is ignored': { store: { rules: { checksSwitches: false } } },
  'the end of the plan is ignored': {
    store: { rules: { checksPlans: false } },
    wrapStore: (store) => ({
      ...store,
      load: async (leases, session) =>
        (await store.load(leases, session)).map((account) => ({
          ...account,
          instance: endless(account.instance),
        })),
      instances: async (ids, shards) => (await store.instances(ids, shards)).map(endless),
    }),
  },
  'the switch holds exits back too': { store: { rules: { refusesExits: true } } },
  'fills are not unique': {
    store: { rules: { keepsFillsUnique: false } },
    setup: { tuning: { countsFillsOnce: false } },
  },
  'a restart forgets positions': {
    wrapStore: (store) => ({
      ...store,
      load: async (leases, session) =>
        (await store.load(leases, session)).map((account) => ({ ...account, positions: [], lost: [] })),
    }),
  },
  'a restart takes orders on their way for unsent ones': { store: { rules: { asksAfterSending: false } } },
  'orders go out over another account': {
    accountOf: (id) => (id === 'account-0' ? 'account-1' : id),
  },
  'there is no rate cap': {
    setup: { tuning: { rateCap: { second: 1_000 } } },
    instruments: 14,
  },
  'positions are kept past the session': {
    calendar: {
      sessionNumberAt: DEMO_CALENDAR.sessionNumberAt,
      sessionOf: (number, traits) => {
        const session = DEMO_CALENDAR.sessionOf(number, traits)
        if (!session.ok) return session
        return accept({
          ...session.value,
          entriesUntilMs: session.value.entriesUntilMs + HOUR_MS,
          squareOffAtMs: session.value.squareOffAtMs + HOUR_MS,
        })
      },
    },
  },
  'a trade is lost on the way': { wrapBroker: losesTrades },
  'prices are rounded to rupees': {
    wrapBroker: (broker) => ({
      ...broker,
      tradeBook: async () => {
        const answer = await broker.tradeBook()
        if (answer.kind !== 'answered') return answer
        return {
          ...answer,
          value: answer.value.map((trade) => ({ ...trade, pricePaise: Math.round(trade.pricePaise / 100) * 100 })),
        }
      },
    }),
  },
  'an exit is sent beside the resting stop': { wrapBroker: exitsBesideTheStop },
  'an acknowledged cancellation counts as done': { wrapBroker: believesCancels },
  'the broker’s net does not cap exits': {
    wrapBroker: (broker) => ({ ...broker, positions: async () => ({ kind: 'unavailable', why: 'never read' }) }),
  },
  'a reading of positions that is older than our fills counts': {
    wrapBroker: (broker) => ({
      ...broker,
      positions: async () => {
        const answer = await broker.positions()
        if (answer.kind !== 'answered') return answer
        const more = 1_000_000
        const nothing = { product: 'INTRADAY', buyValuePaise: 0, sellValuePaise: 0 } as const
        const missing = NIFTY_50.map(({ token }) => token).filter(
          (token) => !answer.value.some((row) => row.token === token),
        )
        return {
          ...answer,
          value: [
            ...answer.value.map((row) => ({
              ...row,
              buyQuantity: row.buyQuantity + more,
              sellQuantity: row.sellQuantity + more,
            })),
            ...missing.map((token) => ({ token, ...nothing, buyQuantity: more, sellQuantity: more })),
          ],
        }
      },
    }),
  },
  'no stop is placed': {
    wrapBroker: (broker) => ({
      ...broker,
      place: async (request) =>
        request.price.kind === 'STOP'
          ? { kind: 'rejected', code: 'BUSY', sentence: 'Later.', isRetryable: true }
          : broker.place(request),
    }),
  },
  'a refused stop is only told although its owner wants the position closed': {
    wrapBroker: (broker) => ({
      ...broker,
      place: async (request) =>
        request.price.kind === 'STOP'
          ? { kind: 'rejected', code: 'NO', sentence: 'No stops today.', isRetryable: false }
          : broker.place(request),
    }),
    wrapStore: (store) => ({
      ...store,
      load: async (leases, session) =>
        (await store.load(leases, session)).map((account) => ({
          ...account,
          instance: { ...account.instance, onRefusedStop: 'WARN' as const },
        })),
    }),
  },
  'a modification is sent before it is recorded': {
    wrapStore: (store) => ({
      ...store,
      write: async (fence, batch) => {
        const isChange = batch.changedOrders.length > 0 && batch.newOrders.length + batch.sendings.length === 0
        if (!isChange) return store.write(fence, batch)
        await Promise.resolve()
        void store.write(fence, batch).catch(() => undefined)
        return { refused: new Set() }
      },
    }),
    store: { writeMs: () => 20 },
  },
  'a modification forgets what is filled': {
    wrapBroker: (broker) => ({
      ...broker,
      modify: (order, change) => broker.modify(order, { ...change, quantity: 2 * change.quantity }),
    }),
  },
  'a cancelled order is over before its fills are known': {
    wrapBroker: (broker) => ({
      ...broker,
      orderBook: async () => {
        const answer = await broker.orderBook()
        if (answer.kind !== 'answered') return answer
        const value = answer.value.map((row) => (row.state === 'CANCELLED' ? { ...row, filledQuantity: 0 } : row))
        return { ...answer, value }
      },
      tradeBook: async () => {
        const answer = await broker.tradeBook()
        return answer.kind === 'answered' ? { ...answer, value: answer.value.slice(0, -1) } : answer
      },
    }),
  },
  'an order that appears late is left alone': {
    wrapBroker: (broker) => ({
      ...broker,
      cancel: async ({ brokerOrderId }) => ({ kind: 'acknowledged', brokerOrderId }),
    }),
  },
  'shares closed outside are booked at a price of our own': {
    wrapBroker: (broker) => {
      const ours = new Set<string>()
      return {
        ...broker,
        place: async (request) => {
          const outcome = await broker.place(request)
          if (outcome.kind === 'acknowledged') ours.add(outcome.brokerOrderId)
          return outcome
        },
        tradeBook: async () => {
          const answer = await broker.tradeBook()
          if (answer.kind !== 'answered') return answer
          const priced = (trade: BrokerFill): BrokerFill =>
            ours.has(trade.brokerOrderId) ? trade : { ...trade, pricePaise: trade.pricePaise + 100 }
          return { ...answer, value: answer.value.map(priced) }
        },
      }
    },
  },
  'a restart forgets what was sent today': {
    wrapStore: (store) => ({
      ...store,
      load: async (leases, session) =>
        (await store.load(leases, session)).map((account) => ({ ...account, sentToday: [] })),
    }),
  },
  ...EXCHANGE_MUTANTS,
  ...SEAM_MUTANTS,
}

function endless(instance: BotInstance): BotInstance {
  return { ...instance, entriesUntilMs: Infinity }
}
