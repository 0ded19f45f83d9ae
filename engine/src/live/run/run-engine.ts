import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { datedRules } from '@trading-bot/core/trading/account/state/dated-rules'
import { runFeed } from '../../feed/run-feed.ts'
import type { Cancel } from '../../ports/timers.ts'
import { leasesOfBatch } from '../book/leases-of-batch.ts'
import { confirmLeases, LEASE_TRUST_MS } from '../book/leases/confirm-leases.ts'
import type { LeaseHolder } from '../book/leases/lease.ts'
import { writeBehindQueue } from '../book/write-behind-queue.ts'
import { askForPrice } from '../execution/ask-for-price.ts'
import { disconnect } from '../execution/connect.ts'
import { openExecution } from '../execution/open-execution.ts'
import { seePrice } from '../execution/see-price.ts'
import { followInstances } from './accounts/follow-instances.ts'
import { subscribe } from './accounts/subscribe-instruments.ts'
import type { LiveEngine, LiveSetup } from './engine/live-engine.ts'
import { everyMarket, openMarkets, type RunningMarket } from './engine/running-market.ts'
import { runSessionScheduler } from './scheduling/session-scheduler.ts'
import { handOver } from './shards/hand-over.ts'
import { balance, keepShards } from './shards/keep-shards.ts'
import { type ClosedMinute, onBarClose } from './strategies/on-bar-close.ts'

export type RunningEngine = {
  readonly engine: LiveEngine
  /** True while it holds shards and every account is reconciled with its broker. */
  readonly isReady: () => boolean
  /** Hands every shard over in order; nothing is traded afterwards. */
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Stops immediately without leaving the others in order, as when the process dies. */
  readonly halt: () => void
  /** Resolves when the engine has stopped trading, for any reason. */
  readonly ended: Promise<void>
}

const JOIN_AGAIN_MS = SECOND_MS

/**
 * Joins the engines, claims its share of the shards, restores their accounts and trades until it is stopped or cut off.
 * `onJoined` is given the engine before it loads.
 */
export async function runEngine(
  setup: LiveSetup,
  onJoined: (engine: LiveEngine) => void = () => {},
): Promise<RunningEngine> {
  const cleanUps: Cancel[] = []
  const { ended, resolveEnded } = ending()
  const halt = () => {
    if (engine.isStopped) return
    engine.isStopped = true
    setup.telemetry?.onFenceChange('released', engine.leases.size)
    resolveEnded()
    for (const cleanUp of cleanUps) cleanUp()
    releaseAccounts(engine)
  }
  /** The leases are gone: not repaired, a new engine starts from what is stored. */
  const lose = () => {
    halt()
    void leaseHolder.leave()
  }
  const leaseHolder = await join(setup, lose)
  const engine = openEngine(setup, leaseHolder, lose)
  const { leases, accounts } = engine
  onJoined(engine)
  cleanUps.push(keepShards(engine))
  await takeShare(engine)
  // It may have been cut off again while it loaded.
  if (!engine.isStopped) {
    for (const market of everyMarket(engine)) cleanUps.push(startFeed(engine, market))
    cleanUps.push(runSessionScheduler(engine), followInstances(engine))
  }
  return {
    engine,
    isReady: () => leases.size > 0 && [...accounts.values()].every(({ isReconciled }) => isReconciled),
    halt,
    ended,
    drain: () => engine.inTurn(() => handOver(engine, [...leases.keys()])),
    stop: async () => {
      if (engine.isStopped) return
      halt()
      await leaseHolder.leave()
    },
  }
}

/** An engine without accounts yet. */
function openEngine(setup: LiveSetup, leaseHolder: LeaseHolder, onLost: () => void): LiveEngine {
  const { store, timers, clock, calendar } = setup
  const leases: LiveEngine['leases'] = new Map()
  const shardOf: LiveEngine['shardOf'] = new Map()
  const execution = openExecution({
    setup,
    leases,
    shardOf,
    writeBehindQueue: writeBehindQueue({
      store,
      leasesOf: (batch) => leasesOfBatch({ shardOf, leases }, batch),
      timers,
      onFenceLost: onLost,
      onError: (error) => setup.onError('failed to write orders to the database', error),
    }),
    confirmation: confirmLeases({
      leaseHolder,
      clock,
      timers,
      leases: () => [...leases.values()],
      trustMs: setup.tuning?.leaseTrustMs ?? LEASE_TRUST_MS,
      isStopped: () => execution.isStopped,
      onLost,
    }),
  })
  // One object, since what stops the engine stops its execution.
  return Object.assign(execution, {
    setup,
    leaseHolder,
    loadingShards: new Set<number>(),
    isResting: false,
    inTurn: oneAfterTheOther(),
    markets: openMarkets(setup, execution.takenIds),
    datedRules: datedRules(clock.nowMs(), calendar),
    calendarRevision: calendar.revision?.() ?? 0,
  })
}

function releaseAccounts(engine: LiveEngine): void {
  for (const account of engine.accounts.values()) disconnect(engine, account)
  for (const { runners } of everyMarket(engine)) for (const runner of runners.values()) runner.close()
}

function ending() {
  let resolveEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve
  })
  return { ended, resolveEnded }
}

/** Retries until the engine has joined, for as long as a database outage blocks it. */
async function join({ store, timers, onError }: LiveSetup, onLost: () => void): Promise<LeaseHolder> {
  for (;;) {
    try {
      return await store.join(onLost)
    } catch (error) {
      onError('failed to join the engines', error)
    }
    await new Promise<void>((resolve) => void timers.after(JOIN_AGAIN_MS, resolve))
  }
}

/** The first share of the shards; whatever fails is tried again by `keepShards`. */
async function takeShare(engine: LiveEngine): Promise<void> {
  try {
    const view = await engine.confirmation.confirm()
    await engine.inTurn(() => balance(engine, view))
  } catch (error) {
    engine.setup.onError('failed to claim and load the accounts', error)
  }
}

function oneAfterTheOther(): LiveEngine['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Hears the prices of everything that the market's accounts trade, and processes the ends of its minutes. */
function startFeed(engine: LiveEngine, market: RunningMarket): Cancel {
  const { setup } = engine
  const { context, prices, holders, witness } = market
  let ended: ClosedMinute[] = []
  // Minutes are processed one after the other, so that a slow strategy gets its bars in order.
  let turn = Promise.resolve()
  const flush = () => {
    const minutes = ended
    ended = []
    turn = turn
      .then(() => (engine.isStopped ? undefined : onBarClose(engine, market, minutes)))
      .catch((error: unknown) => setup.onError('failed to process the bars of a minute', error))
  }
  // Bars of one minute arrive in the same turn for all instruments, so they are collected and processed together.
  const collect = (minute: ClosedMinute) => {
    if (ended.length === 0) setup.timers.after(0, flush)
    ended.push(minute)
  }
  const feed = runFeed(
    { ...setup, ...prices },
    {
      onGapFilled: (minutes) => setup.telemetry?.onGapFilled(minutes),
      onBar(instrument, bar, isBackfilled) {
        prices.onMarket?.onBar?.(instrument, bar)
        market.nextBarMs = Math.max(market.nextBarMs, bar.startMs + MINUTE_MS)
        collect({ token: instrument.token, startMs: bar.startMs, bar, isBackfilled })
      },
      onEmptyMinute: ({ token }, startMs) => collect({ token, startMs, bar: null, isBackfilled: false }),
      onPrice(instrument, tick) {
        const { token } = instrument
        const isHeld = (holders.get(token)?.size ?? 0) > 0
        if (!witness.see(token, tick.pricePaise, tick.atMs, isHeld)) return askForPrice(engine, market, token)
        prices.onMarket?.onPrice(token, tick.pricePaise, tick.atMs)
        if (!engine.isStopped) seePrice(engine, market, token, tick.pricePaise)
      },
      onQuiet: ({ token }) => askForPrice(engine, market, token),
      onStale(instrument, isStale) {
        if (isStale) context.staleTokens.add(instrument.token)
        else context.staleTokens.delete(instrument.token)
      },
    },
  )
  subscribe(engine, feed, [...context.instruments.values()])
  market.feed = feed
  return feed.close
}
