import type { PriceSourceName } from '@trading-bot/engine/feed/with-spare'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { LogInState } from '../../../platform/providers/broker-desk.ts'
import type { RaiseAlert } from './raise-alert.ts'

/** Reports the price accounts to the operator: alerts, and rows for the health screen. */
export type PriceAccounts = {
  readonly onLogIn: (name: PriceSourceName, state: LogInState) => void
  readonly onSwitch: (to: PriceSourceName) => void
}

type Setup = {
  readonly db: Db
  readonly clock: Clock
  readonly hasSpare: boolean
  readonly raiseAlert: RaiseAlert
  readonly log: Logger
}

const NAMES = { first: 'first price account', spare: 'spare price account' } as const

export function watchPriceAccounts({ db, clock, hasSpare, raiseAlert, log }: Setup): PriceAccounts {
  const states: Record<PriceSourceName, LogInState | null> = { first: null, spare: null }
  let feeding: PriceSourceName = 'first'
  let writing: Promise<unknown> = Promise.resolve()

  // One after the other, so that the newest state is written last.
  const write = () => {
    const names: readonly PriceSourceName[] = hasSpare ? ['first', 'spare'] : ['first']
    const rows = names.map((name) => rowOf(name, states[name], feeding, clock.now()))
    writing = writing
      .then(() => writeRows(db, rows))
      .catch((error: unknown) => log.error({ err: error }, 'the state of the price accounts could not be saved'))
  }
  return {
    onLogIn: (name, state) => {
      const before = states[name]
      states[name] = state
      if (state.kind === 'rejected') {
        raiseAlert({ level: 'CRITICAL', message: `Angel One rejected the ${NAMES[name]}: ${state.reason}` })
      } else if (state.kind === 'retrying' && before?.kind !== 'retrying') {
        raiseAlert({ level: 'ERROR', message: `The ${NAMES[name]} cannot log in, we go on trying: ${state.reason}` })
      } else if (state.kind === 'open' && before && before.kind !== 'open') {
        raiseAlert({ level: 'SUCCESS', message: `The ${NAMES[name]} is logged in again.` })
      }
      write()
    },
    onSwitch: (to) => {
      feeding = to
      raiseAlert(
        to === 'spare'
          ? { level: 'CRITICAL', message: 'The first price account stays down: prices come over the spare one now.' }
          : { level: 'SUCCESS', message: 'Prices come over the first price account again.' },
      )
      write()
    },
  }
}

function rowOf(name: PriceSourceName, state: LogInState | null, feeding: PriceSourceName, now: Date) {
  return {
    name,
    login_state: state?.kind ?? 'untried',
    login_reason: state && 'reason' in state ? state.reason : null,
    login_retry_at: state?.kind === 'retrying' ? new Date(state.retryAtMs) : null,
    is_feeding: name === feeding,
    changed_at: now,
  }
}

async function writeRows(db: Db, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A spare account that is no longer configured loses its row.
    await sql`delete from price_accounts`.execute(tx)
    await tx.insertInto('price_accounts').values(rows).execute()
  })
}
