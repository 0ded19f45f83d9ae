import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { accept } from '@trading-bot/core/checked'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { HOUR_MS } from '@trading-bot/core/time'
import type { LiveSetup } from '../live/live-engine.ts'
import type { LiveStore } from '../live/live-store.ts'
import type { BotInstance } from '../live/accounts/bot-instance.ts'
import type { Broker } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { MemoryRows, StoreRules } from './memory-store.ts'

/** A bug injected on purpose, because checks that never fail prove nothing. */
export type Plant = {
  readonly store?: { readonly rules: Partial<StoreRules> }
  readonly wrapStore?: (store: LiveStore, rows: MemoryRows) => LiveStore
  readonly wrapBroker?: (broker: Broker, timers: Timers) => Broker
  readonly accountOf?: (id: string) => string
  readonly calendar?: MarketCalendar
  readonly setup?: Partial<LiveSetup>
  /** More instruments than usual, for bugs that show only under load. */
  readonly instruments?: number
}

export const SOUND: Plant = {}

/** Each of these bugs must be detected; the name describes it. */
export const PLANTED_BUGS: Readonly<Record<string, Plant>> = {
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
          ? { kind: 'refused', code: 'DOWN', sentence: 'The broker is down.', isRetryable: true }
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
  'the fence is ignored': { store: { rules: { checksFence: false } } },
  'the kill switch is ignored': { store: { rules: { checksSwitches: false } } },
  'the end of the plan is ignored': {
    store: { rules: { checksPlans: false } },
    wrapStore: (store) => ({
      ...store,
      load: async (fence, session) =>
        (await store.load(fence, session)).map((account) => ({
          ...account,
          instance: endless(account.instance),
        })),
      instances: async (ids) => (await store.instances(ids)).map(endless),
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
      load: async (fence, session) =>
        (await store.load(fence, session)).map((account) => ({ ...account, positions: [], lost: [] })),
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
  'a trade is lost on the way': {
    wrapBroker: (broker) => ({
      ...broker,
      tradeBook: async () => {
        const answer = await broker.tradeBook()
        return answer.kind === 'answered'
          ? { ...answer, value: answer.value.filter((_, row) => row % 7 !== 3) }
          : answer
      },
    }),
  },
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
}

function endless(instance: BotInstance): BotInstance {
  return { ...instance, entriesUntilMs: Infinity }
}
