import { type EngineSupervisor, superviseEngine } from '../live/run/engine-supervisor.ts'
import type { LiveSetup } from '../live/run/engine/live-engine.ts'
import type { LiveStore } from '../live/book/live-store.ts'
import type { Broker, TickStream } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'

/** One process with an engine, which can be paused, cut off from the database, and killed. */
export type Machine = {
  readonly supervisor: EngineSupervisor
  /** Nothing runs until it is thawed, and then everything that was due meanwhile, as after SIGSTOP. */
  readonly pause: () => void
  readonly thaw: () => void
  /** The database is out of reach, the broker is not. */
  readonly cutOff: () => void
  readonly reconnect: () => void
  /** Whether it runs, reaches the database and holds the shard under this fence. */
  readonly serves: (shard: number, fence: number) => boolean
}

type Watch = {
  /** An order, change or cancellation goes to the broker under this fence of the account's shard. */
  readonly onSend: (accountId: string, fence: number) => void
}

export function startMachine(setup: LiveSetup, { onSend }: Watch): Machine {
  let isPaused = false
  let isCutOff = false
  const backlog: (() => void)[] = []
  const fences = new Map<number, number>()
  const whenAwake = (run: () => void): void => {
    if (isPaused) backlog.push(run)
    else run()
  }
  /** What arrives during a pause is seen after it. */
  const seen = async <T>(work: Promise<T>): Promise<T> => {
    const settled = await work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    await new Promise<void>((resolve) => whenAwake(resolve))
    return settled()
  }
  const stored = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isCutOff) throw new Error('the database is out of reach')
    const value = await seen(work())
    // The transaction may have been committed, but its answer does not arrive.
    if (isCutOff) throw new Error('the database is out of reach')
    return value
  }
  const supervisor = superviseEngine({
    ...setup,
    timers: gatedTimers(setup.timers, whenAwake),
    stream: gatedStream(setup.stream, whenAwake),
    candles: (instrument, range) => seen(setup.candles(instrument, range)),
    store: gatedStore(setup.store, { stored, whenAwake, fences }),
    openBroker: (account) => {
      const send = () => onSend(account.instance.id, fences.get(account.instance.shard) ?? -1)
      return gatedBroker(setup.openBroker(account), { seen, whenAwake, send })
    },
  })
  return {
    supervisor,
    pause: () => {
      isPaused = true
    },
    thaw: () => {
      isPaused = false
      for (const run of backlog.splice(0)) run()
    },
    cutOff: () => {
      isCutOff = true
    },
    reconnect: () => {
      isCutOff = false
    },
    serves: (shard, fence) => !isPaused && !isCutOff && fences.get(shard) === fence,
  }
}

type Gate = { readonly whenAwake: (run: () => void) => void }

function gatedTimers(timers: Timers, whenAwake: Gate['whenAwake']): Timers {
  return {
    after: (delayMs, run) => {
      let isCancelled = false
      const cancel = timers.after(delayMs, () => whenAwake(() => (isCancelled ? undefined : run())))
      return () => {
        isCancelled = true
        cancel()
      }
    },
    // However long the pause, a repeating timer is due once.
    every: (periodMs, run) => {
      let isCancelled = false
      let isDue = false
      const cancel = timers.every(periodMs, () => {
        if (isDue) return
        isDue = true
        whenAwake(() => {
          isDue = false
          if (!isCancelled) run()
        })
      })
      return () => {
        isCancelled = true
        cancel()
      }
    },
  }
}

function gatedStream(stream: TickStream, whenAwake: Gate['whenAwake']): TickStream {
  return {
    ...stream,
    open: (tokens, listener) =>
      stream.open(tokens, {
        ...listener,
        onTick: (tick) => whenAwake(() => listener.onTick(tick)),
        onUp: () => whenAwake(listener.onUp),
        onDown: () => whenAwake(listener.onDown),
      }),
  }
}

type StoreGate = Gate & {
  readonly stored: <T>(work: () => Promise<T>) => Promise<T>
  readonly fences: Map<number, number>
}

function gatedStore(store: LiveStore, { stored, whenAwake, fences }: StoreGate): LiveStore {
  return {
    join: async (onLost) => {
      const leaseHolder = await stored(() => store.join(() => whenAwake(onLost)))
      return {
        confirm: (leases) => stored(() => leaseHolder.confirm(leases)),
        claim: async (shards) => {
          const leases = await stored(() => leaseHolder.claim(shards))
          for (const { shard, fence } of leases) fences.set(shard, fence)
          return leases
        },
        nearerElsewhere: () => stored(leaseHolder.nearerElsewhere),
        release: (shards) => stored(() => leaseHolder.release(shards)),
        leave: () => stored(leaseHolder.leave).catch(() => undefined),
      }
    },
    load: (leases, session) => stored(() => store.load(leases, session)),
    write: (leases, batch) => stored(() => store.write(leases, batch)),
    watch: (onChange) => store.watch((id) => whenAwake(() => onChange(id))),
    accounts: (ids, session) => stored(() => store.accounts(ids, session)),
    strategyState: (runnerKey) => stored(() => store.strategyState(runnerKey)),
    instruments: (tokens) => stored(() => store.instruments(tokens)),
    instances: (ids, shards) => stored(() => store.instances(ids, shards)),
  }
}

type BrokerGate = Gate & {
  readonly seen: <T>(work: Promise<T>) => Promise<T>
  readonly send: () => void
}

function gatedBroker(broker: Broker, { seen, whenAwake, send }: BrokerGate): Broker {
  const sent = <T>(work: () => Promise<T>): Promise<T> => {
    send()
    return seen(work())
  }
  return {
    ...broker,
    place: (request) => sent(() => broker.place(request)),
    modify: (order, change) => sent(() => broker.modify(order, change)),
    cancel: (order) => sent(() => broker.cancel(order)),
    orderBook: () => seen(broker.orderBook()),
    tradeBook: () => seen(broker.tradeBook()),
    positions: () => seen(broker.positions()),
    watchOrders: ({ onOrder, onGap }) =>
      broker.watchOrders({
        onOrder: (order) => whenAwake(() => onOrder(order)),
        onGap: () => whenAwake(onGap),
      }),
  }
}
