import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { type Feed, runFeed } from '../feed/run-feed.ts'
import type { Cancel } from '../ports/timers.ts'
import { applyOrderEvent } from './orders/apply-order-event.ts'
import { followInstances } from './accounts/follow-instances.ts'
import { subscribe } from './accounts/subscribe-instruments.ts'
import { addAccount, stopAccount } from './accounts/add-account.ts'
import { runSessionScheduler } from './scheduling/session-scheduler.ts'
import type { StoredAccount } from './live-store.ts'
import type { LiveEngine, LiveSetup } from './live-engine.ts'
import { askForPrice } from './positions/ask-for-price.ts'
import { seePrice } from './positions/protect-position.ts'
import { writeBehindQueue } from './orders/write-behind-queue.ts'
import { sessionStart } from './scheduling/session-start.ts'
import { type ClosedMinute, onBarClose } from './strategies/on-bar-close.ts'

export type RunningEngine = {
  readonly engine: LiveEngine
  /** True once every account is reconciled with its broker. */
  readonly isReady: () => boolean
  readonly stop: () => Promise<void>
  /** Stops immediately without releasing the lease, as when the process dies. */
  readonly halt: () => void
  /** Resolves when the engine has stopped trading, for any reason. */
  readonly ended: Promise<void>
}

const RENEW_EVERY_MS = 5 * SECOND_MS
const CLAIM_AGAIN_MS = SECOND_MS

/** Claims the accounts, restores their state and trades until it is stopped or another process takes over. */
export async function runEngine(setup: LiveSetup): Promise<RunningEngine> {
  const { store, timers, clock, calendar } = setup
  const { fence, accounts } = await claimAccounts(setup)
  // One lease covers all accounts, so that an engine holds one shard or none.
  setup.telemetry?.onShardsHeld(1)
  const cleanUps: Cancel[] = []
  const { ended, resolveEnded } = ending()
  const halt = () => {
    if (engine.isStopped) return
    engine.isStopped = true
    setup.telemetry?.onShardsHeld(0)
    resolveEnded()
    for (const cleanUp of cleanUps) cleanUp()
    releaseAccounts(engine)
  }
  const dated = checkRules({ ...RULES_OF_THE_DAY, calendar, fillModel: setup.fillModel }, clock.nowMs())
  if (!dated.ok) throw new Error(dated.refusal.sentence)
  const engine: LiveEngine = {
    setup,
    onOrderEvent: (account, order, input) => applyOrderEvent(engine, account, order, input),
    illegalEvents: new Map(),
    brokerDays: new Map(),
    writeBehindQueue: writeBehindQueue({
      store,
      fence,
      timers,
      onFenceLost: halt,
      onError: (error) => setup.onError('failed to write orders to the database', error),
    }),
    accounts: new Map(),
    runners: new Map(),
    followers: new Map(),
    holders: new Map(),
    levels: new Map(),
    lastPaise: new Map(),
    limitWatch: { changed: new Set(), levels: new WeakMap() },
    staleTokens: new Set(),
    triggered: [],
    instruments: new Map(),
    feed: null,
    // Not cached as in a backtest, because the calendar can be edited while the engine runs.
    datedRules: { ...dated.value, sessionOf: (number, traits) => valueOrNull(calendar.sessionOf(number, traits)) },
    calendarRevision: calendar.revision?.() ?? 0,
    nextBarMs: clock.nowMs() - (clock.nowMs() % MINUTE_MS),
    isStopped: false,
  }
  cleanUps.push(renewLease(setup, fence, halt))
  for (const stored of accounts) await addAccount(engine, stored)
  engine.feed = startFeed(engine)
  cleanUps.push(engine.feed.close, runSessionScheduler(engine), followInstances(engine))
  return {
    engine,
    isReady: () => [...engine.accounts.values()].every(({ isReconciled }) => isReconciled),
    halt,
    ended,
    stop: async () => {
      if (engine.isStopped) return
      halt()
      await store.release(fence)
    },
  }
}

function valueOrNull(found: ReturnType<LiveSetup['calendar']['sessionOf']>): Session | null {
  return found.ok ? found.value : null
}

function renewLease({ store, timers, onError }: LiveSetup, fence: number, onLost: () => void): Cancel {
  return timers.every(RENEW_EVERY_MS, () => {
    void store.renew(fence).then(
      (isOurs) => (isOurs ? undefined : onLost()),
      (error: unknown) => onError('failed to renew the lease', error),
    )
  })
}

function releaseAccounts({ accounts, runners }: LiveEngine): void {
  for (const account of accounts.values()) stopAccount(account)
  for (const runner of runners.values()) runner.close()
}

// Only date-dependent values are read from these rules; each account has its own capital and limits.
const RULES_OF_THE_DAY = {
  capital: { capitalPaise: 100 },
  limits: {
    ...UNLIMITED,
    maxEntriesPerDay: 1,
    maxQuantity: 1,
  },
  product: 'INTRADAY',
  rateCards: RATE_CARDS,
  interval: '1m',
} as const

function ending() {
  let resolveEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve
  })
  return { ended, resolveEnded }
}

type Claimed = { readonly fence: number; readonly accounts: readonly StoredAccount[] }

/** Retries until the accounts are claimed and loaded, for as long as another process or a database outage blocks it. */
async function claimAccounts(setup: LiveSetup): Promise<Claimed> {
  const { store, timers, onError } = setup
  for (;;) {
    let fence: number | null = null
    try {
      fence = await store.claim()
      if (fence !== null) return { fence, accounts: await store.load(fence, sessionStart(setup)) }
    } catch (error) {
      onError('failed to claim and load the accounts', error)
      if (fence !== null) await store.release(fence).catch(() => undefined)
    }
    await new Promise<void>((resolve) => void timers.after(CLAIM_AGAIN_MS, resolve))
  }
}

function startFeed(engine: LiveEngine): Feed {
  const { setup } = engine
  let ended: ClosedMinute[] = []
  // Minutes are processed one after the other, so that a slow strategy gets its bars in order.
  let turn = Promise.resolve()
  const flush = () => {
    const minutes = ended
    ended = []
    turn = turn
      .then(() => (engine.isStopped ? undefined : onBarClose(engine, minutes)))
      .catch((error: unknown) => setup.onError('failed to process the bars of a minute', error))
  }
  // Bars of one minute arrive in the same turn for all instruments, so they are collected and processed together.
  const collect = (minute: ClosedMinute) => {
    if (ended.length === 0) setup.timers.after(0, flush)
    ended.push(minute)
  }
  const feed = runFeed(setup, {
    onGapFilled: (minutes) => setup.telemetry?.onGapFilled(minutes),
    onBar(instrument, bar, isBackfilled) {
      setup.onMarket?.onBar?.(instrument, bar)
      engine.nextBarMs = Math.max(engine.nextBarMs, bar.startMs + MINUTE_MS)
      collect({ token: instrument.token, startMs: bar.startMs, bar, isBackfilled })
    },
    onEmptyMinute: ({ token }, startMs) => collect({ token, startMs, bar: null, isBackfilled: false }),
    onPrice(instrument, tick) {
      setup.onMarket?.onPrice(instrument.token, tick.pricePaise, tick.atMs)
      if (!engine.isStopped) seePrice(engine, instrument.token, tick.pricePaise)
    },
    onQuiet: ({ token }) => askForPrice(engine, token),
    onStale(instrument, isStale) {
      if (isStale) engine.staleTokens.add(instrument.token)
      else engine.staleTokens.delete(instrument.token)
    },
  })
  subscribe(engine, feed, [...engine.instruments.values()])
  return feed
}
