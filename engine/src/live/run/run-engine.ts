import { SECOND_MS } from '@trading-bot/core/time'
import { datedRules } from '@trading-bot/core/trading/account/state/dated-rules'
import type { Cancel } from '../../ports/timers.ts'
import { leasesOfBatch } from '../book/leases-of-batch.ts'
import { confirmLeases, LEASE_TRUST_MS } from '../book/leases/confirm-leases.ts'
import type { LeaseHolder } from '../book/leases/lease.ts'
import { writeBehindQueue } from '../book/write-behind-queue.ts'
import { disconnect } from '../execution/connect.ts'
import { openExecution } from '../execution/open-execution.ts'
import { followInstances } from './accounts/follow-instances.ts'
import type { LiveEngine, LiveSetup } from './engine/live-engine.ts'
import { everyMarket, openMarkets } from './engine/running-market.ts'
import { runSessionScheduler } from './scheduling/session-scheduler.ts'
import { handOver } from './shards/hand-over.ts'
import { balance, keepShards } from './shards/keep-shards.ts'
import { startFeed } from './strategies/start-feed.ts'

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
    markets: openMarkets(setup, execution),
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
