import type { SessionStore } from '@trading-bot/engine/brokers/angel-one/session/session-store'
import type { PriceSourceName } from '@trading-bot/engine/feed/with-spare'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { BrokerCredentials, LogInState } from '../../../platform/providers/broker-desk.ts'
import { sealedSessionStore } from '../../credentials/index.ts'
import type { RaiseAlert } from './raise-alert.ts'

/** Reports the price accounts to the operator: alerts, and rows for the health screen. */
export type PriceAccounts = {
  readonly onLogIn: (name: PriceSourceName, state: LogInState) => void
  readonly onSwitch: (to: PriceSourceName) => void
  /** For whoever leads the prices next. */
  readonly sessionsOf: (name: PriceSourceName, credentials: BrokerCredentials) => SessionStore
}

type Setup = {
  readonly db: Db
  readonly sealKey: Buffer
  readonly clock: Clock
  readonly hasSpare: boolean
  readonly raiseAlert: RaiseAlert
  readonly log: Logger
}

const NAMES = { first: 'first price account', spare: 'spare price account' } as const

export function watchPriceAccounts({ db, sealKey, clock, hasSpare, raiseAlert, log }: Setup): PriceAccounts {
  const states: Record<PriceSourceName, LogInState | null> = { first: null, spare: null }
  let feeding: PriceSourceName = 'first'
  let writing: Promise<unknown> = Promise.resolve()

  // One after the other, so that the newest state is written last.
  const inTurn = (work: () => Promise<unknown>) => {
    writing = writing
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'the state of the price accounts could not be saved'))
    return writing
  }
  const write = () => {
    const names: readonly PriceSourceName[] = hasSpare ? ['first', 'spare'] : ['first']
    const rows = names.map((name) => rowOf(name, states[name], feeding, clock.now()))
    void inTurn(() => writeRows(db, rows))
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
    sessionsOf: (name, { clientCode, apiKey }) =>
      sealedSessionStore({
        key: sealKey,
        place: `price-account/${name}/${clientCode}/${apiKey}`,
        read: async () => {
          const found = db.selectFrom('price_accounts').select('session').where('name', '=', name)
          return (await found.executeTakeFirst())?.session ?? null
        },
        write: (session) =>
          inTurn(() => db.updateTable('price_accounts').set({ session }).where('name', '=', name).execute()),
        onError: (error) => log.warn({ err: error }, 'the session of a price account could not be read'),
      }),
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
    const names = rows.map(({ name }) => name)
    await tx.deleteFrom('price_accounts').where('name', 'not in', names).execute()
    for (const { name, ...state } of rows) {
      await tx
        .insertInto('price_accounts')
        .values({ name, ...state })
        .onConflict((on) => on.column('name').doUpdateSet(state))
        .execute()
    }
  })
}
