import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { Broker } from '@trading-bot/engine/ports'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openUserCredentials, reportUnreadable, UnreadableCredentials } from '../../credentials/index.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { isMarketSimulated } from '../../../platform/prices/price-rules.ts'
import { keepOwnPrices } from './keep-own-prices.ts'
import { type LiveBroker, liveBroker } from './live-broker.ts'
import { logInRecords } from './log-in-records.ts'
import type { BrokerReach } from './reach-broker.ts'
import { watchChannel } from '../../../platform/db/watch-channel.ts'

export type LiveBrokers = {
  /** The broker that the engine of this process has opened for one of the user's bots. */
  readonly ofUser: (userId: string) => Broker | undefined
  /** False in a process whose engine has opened no live account, or waits for its turn. */
  readonly hasOpened: () => boolean
  readonly open: (account: StoredAccount) => Broker
  readonly stop: () => void
}

type Setup = {
  readonly deps: Deps
  readonly pool: pg.Pool
  readonly brokerOf: BrokerReach['brokerOf']
  readonly timers: Timers
  readonly log: Logger
}

const WRITE_AGAIN_MS = 5_000

/** The users' accounts at the broker, reopened whenever their credentials change or a rejected log-in is cleared. */
export function liveBrokers({ deps, pool, brokerOf, timers, log }: Setup): LiveBrokers {
  const { db, config, clock } = deps
  // By bot: reloading one replaces its broker.
  const opened = new Map<string, { readonly userId: string; readonly broker: LiveBroker }>()
  let isStopped = false
  const recordsOf = logInRecords({ db, key: config.sealKey, clock, timers, log, isStopped: () => isStopped })

  const reopen = async (userId: string): Promise<void> => {
    // After a reconnection any of them may have changed.
    const affected = [...opened.values()].filter((each) => userId === '' || each.userId === userId)
    if (affected.length === 0 || isStopped) return
    const { rows } = await pool.query<{ user_id: string; generation: string }>(
      'select user_id, generation from credentials where user_id = any ($1)',
      [affected.map((each) => each.userId)],
    )
    const generations = new Map(rows.map((row) => [row.user_id, row.generation]))
    for (const each of affected) each.broker.reopen(generations.get(each.userId))
  }
  const stopWatching = watchChannel(pool, 'credentials', (userId) => {
    const look = () => {
      reopen(userId).catch((error: unknown) => {
        log.warn({ err: error }, 'changed credentials could not be reloaded')
        timers.after(WRITE_AGAIN_MS, look)
      })
    }
    look()
  })
  const load = (userId: string) =>
    openUserCredentials(db, config.sealKey, userId, clock.now()).catch(async (error: unknown) => {
      log.error({ err: error, userId }, 'saved credentials could not be read')
      if (error instanceof UnreadableCredentials) await reportUnreadable(deps, userId)
      throw error
    })
  return {
    ofUser: (userId) => [...opened.values()].findLast((each) => each.userId === userId)?.broker,
    hasOpened: () => opened.size > 0,
    open: ({ instance: { id, userId } }) => {
      const broker = liveBroker({
        load: () => load(userId),
        open: (access) => brokerOf(access, recordsOf(userId, access)),
      })
      opened.set(id, { userId, broker })
      // Where everything is simulated no price is restricted.
      if (isMarketSimulated(config)) return broker
      const onError = (error: unknown) => log.warn({ err: error, userId }, 'the user’s own prices could not be kept')
      return keepOwnPrices(broker, { db, clock, userId, onError })
    },
    stop: () => {
      isStopped = true
      stopWatching()
    },
  }
}
