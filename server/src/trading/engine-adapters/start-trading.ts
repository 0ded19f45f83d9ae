import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { feedPaperMarket } from '@trading-bot/engine/brokers/paper/feed-paper-market'
import { paperBroker } from '@trading-bot/engine/brokers/paper/paper-broker'
import { paperPast } from '@trading-bot/engine/paper-past'
import type { EngineTelemetry } from '@trading-bot/engine/live/execution/engine-telemetry'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { superviseEngine } from '@trading-bot/engine/live/run/engine-supervisor'
import type { Broker } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import { NOTICES } from '../../platform/bus/notices.ts'
import type { Deps } from '../../platform/http/context.ts'
import { paperMarket } from '../../platform/prices/price-rules.ts'
import { newId } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { traceIdOf } from '../../platform/telemetry/trace-id.ts'
import {
  type FeedRecorder,
  NO_MINUTES,
  openFeedRecorder,
  openTodaysMinutes,
  withStoredDays,
} from '../market-data/index.ts'
import { withDeniedEntries } from './brokers/exits-only.ts'
import { type LiveBrokers, liveBrokers } from './brokers/live-brokers.ts'
import { addEngineGauges, addShardGauges } from './engine-gauges.ts'
import type { Market, OpenMarket, TimePorts } from './prices/open-market.ts'
import { openPaperMarket, type PaperPrices } from './prices/open-paper-market.ts'
import { watchFeed } from './prices/watch-feed.ts'
import { keepJournals } from './keep-journals.ts'
import { startRunners } from './open-strategy-runners.ts'
import { machineAddressesOf } from '../../platform/providers/own-machine.ts'
import { pgLiveStore } from './store/pg-live-store.ts'

// The engine's own capital limits size every order; the paper broker's cash must never run out.
const PAPER_CASH_PAISE = 2 ** 50

/** Where the engine's work is measured; nowhere in most tests. */
type Measuring = { readonly metrics: Metrics; readonly telemetry: EngineTelemetry }

export type Trading = {
  readonly lastPaise: (token: string) => number | undefined
  /** Of the market that paper accounts trade on. */
  readonly lastPaperPaise: (token: string) => number | undefined
  /** Today's one-minute bars for charts. */
  readonly todaysMinutes: NonNullable<Deps['todaysMinutes']>
  readonly isReady: () => boolean
  /** Undefined where no engine trades. */
  readonly accounts: LiveAccounts | undefined
  readonly stop: () => Promise<void>
}

/** What reports about live accounts read of the running engine. */
export type LiveAccounts = {
  readonly brokerOf: LiveBrokers['ofUser']
  readonly tradesHere: LiveBrokers['hasOpened']
  readonly isFeedUp: () => boolean | undefined
}

/** The last prices of both markets. Those of the paper market are made up or old: they are never stored beside real ones. */
function openQuotes({ calendar }: Market, { clock }: TimePorts, beside: PaperPrices | null) {
  const real = feedPaperMarket(calendar, clock)
  const paper = beside ? feedPaperMarket(calendar, clock) : real
  return { real, paper, symbolOf: (token: string) => real.symbolOf(token) ?? paper.symbolOf(token) ?? token }
}

const NOTHING_TRADES: Trading = {
  lastPaise: () => undefined,
  lastPaperPaise: () => undefined,
  todaysMinutes: async () => NO_MINUTES,
  isReady: () => true,
  accounts: undefined,
  stop: async () => {},
}

/** Live accounts without prices: they enter nothing. */
const NO_PRICES: Omit<Market, 'calendar'> = {
  stream: { open: () => () => {} },
  candles: async () => ({ kind: 'unavailable', why: 'no account for prices is configured' }),
}

/** Starts the engine on this server's database and market; it shares the accounts with every other engine there. */
export async function startTrading(
  deps: Deps,
  pool: pg.Pool,
  { market: found, brokerOf, time: marketTime }: Pick<OpenMarket, 'market' | 'brokerOf' | 'time'>,
  log: Logger,
  { metrics, telemetry, ...given }: Partial<TimePorts & Measuring> = {},
): Promise<Trading> {
  const time: TimePorts = { clock: systemClock, timers: systemTimers, ...marketTime, ...given }
  const beside = openPaperMarket(deps, time, log)
  if (!found) log.warn(`No ANGEL_ONE_* account for prices: bots do not trade${beside ? ' with real money' : ''}.`)
  if (!found && !beside) return NOTHING_TRADES
  const market = found ?? { ...NO_PRICES, calendar: deps.calendar }
  const quotes = openQuotes(market, time, beside)
  const openPaper = paperBrokers(quotes.paper, time, beside)
  const brokers = liveBrokers({ deps, pool, brokerOf, timers: time.timers, log })
  const feed = watchFeed(market.stream)
  const recorder = openFeedRecorder(deps, (error) => log.error({ err: error }, 'the feed’s bars could not be stored'))
  const runners = startRunners(deps, { calendar: market.calendar, clock: time.clock }, log)
  const engine = superviseEngine({
    store: pgLiveStore({
      pool,
      now: deps.clock.now,
      symbolOf: quotes.symbolOf,
      paperMarket: paperMarket(deps.config),
      onUnreadable: (error) => log.fatal({ err: error }, 'an account cannot be read and is not traded'),
      announcement: { ...deps.config.engine, addresses: machineAddressesOf(deps.config.outboundAddresses) },
      ...(deps.bus && { onChanged: noticeOrders(deps.bus) }),
    }),
    ...market,
    candles: withStoredDays(deps, market.candles),
    stream: feed.stream,
    ...time,
    fillModel: EXPECTED_FILLS,
    openBroker: (stored) => (stored.instance.mode === 'LIVE' ? brokers.open(stored) : openPaper(stored)),
    openRunner: runners.open,
    ids: { next: () => newId(deps.clock.now()) },
    onError: (what, error, order) => log.error({ err: error, ...(order && namesOf(order)) }, what),
    journalOf: keepJournals(deps, (error) => log.error({ err: error }, 'a journal could not be written')),
    ...(telemetry && { telemetry }),
    onMarket: market.isRecorded ? quotes.real : recorded(quotes.real, recorder),
    ...(beside && { paperMarket: { ...beside, onMarket: quotes.paper } }),
  })
  if (metrics) {
    addEngineGauges(metrics, engine.read, feed.isUp)
    addShardGauges(metrics, engine.readShards)
  }
  return {
    lastPaise: (token) => quotes.real.quoteOf(token)?.lastPaise,
    lastPaperPaise: (token) => quotes.paper.quoteOf(token)?.lastPaise,
    todaysMinutes: openTodaysMinutes({ feed: recorder, candles: market.candles, clock: deps.clock }),
    isReady: engine.isReady,
    accounts: { brokerOf: brokers.ofUser, tradesHere: brokers.hasOpened, isFeedUp: feed.isUp },
    stop: async () => {
      brokers.stop()
      await engine.stop()
      await recorder.stop()
      await runners.stop()
    },
  }
}

function noticeOrders(bus: Bus) {
  return (userIds: ReadonlySet<string>) => {
    for (const userId of userIds) bus.publish(NOTICES.orders(userId), '')
  }
}

/** The prices go to the paper broker, and with the bars to the history store. */
function recorded(paper: ReturnType<typeof feedPaperMarket>, recorder: FeedRecorder) {
  return {
    ...paper,
    onBar: recorder.onBar,
    onPrice(token: string, pricePaise: number, atMs: number) {
      paper.onPrice(token, pricePaise, atMs)
      recorder.onPrice(token, pricePaise, atMs)
    },
  }
}

/** With these a log line leads to the order and to its trace. */
function namesOf({ clientId }: LiveOrder) {
  return { client_id: clientId, trace_id: traceIdOf(clientId) }
}

function paperBrokers(market: ReturnType<typeof feedPaperMarket>, time: TimePorts, beside: PaperPrices | null) {
  return (stored: StoredAccount): Broker => {
    const before = paperPast(stored)
    const broker = paperBroker({ cashPaise: PAPER_CASH_PAISE, market, fillModel: EXPECTED_FILLS, ...time, before })
    return beside ? withDeniedEntries(broker, beside.denialOf) : broker
  }
}
