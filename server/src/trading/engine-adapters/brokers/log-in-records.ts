import type { AngelOneSetup } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { LogInState, TradingAccess } from '../../../platform/providers/broker-desk.ts'
import { saveLogInState, userSessionStore } from '../../credentials/index.ts'

type Setup = {
  readonly db: Db
  /** Seals the sessions. */
  readonly key: Buffer
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Logger
  readonly isStopped: () => boolean
}

type Records = Required<Pick<AngelOneSetup, 'onLogIn' | 'sessionStore'>>

const WRITE_AGAIN_MS = 5_000

/** What is kept of an account's log-ins: their state for the screens, and the session for whoever takes over. */
export function logInRecords({ db, key, clock, timers, log, isStopped }: Setup) {
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'a broker session could not be kept: the next start logs in')
  return (userId: string, { generation }: TradingAccess): Records => {
    const subject = { userId, generation }
    let newest: LogInState | undefined
    const onLogIn = (state: LogInState) => {
      newest = state
      const write = () => {
        if (isStopped() || newest !== state) return
        saveLogInState(db, subject, state, clock.now()).catch((error: unknown) => {
          log.error({ err: error }, 'the state of a log-in could not be saved')
          timers.after(WRITE_AGAIN_MS, write)
        })
      }
      write()
    }
    return { onLogIn, sessionStore: userSessionStore({ db, key, onError }, subject) }
  }
}
