import type { Readiness } from '@trading-bot/contract/rest/trading/bots'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import type { Resolved } from '../settings/resolve-settings.ts'
import { findAlgoState } from '../../algo-registry/index.ts'
import type { LiveSubject } from '../../hosting/index.ts'
import { checkHosting, checkProbe } from './check-hosting.ts'
import type { CredentialState } from '../../credentials/index.ts'
import { wasCheckedOnRealDays } from '../../strategies/index.ts'
import { PAPER_MEANWHILE, readinessItem } from './readiness-item.ts'
import { sheetItems } from './check-sheet.ts'

/** With the version and settings that would trade: the deployed ones, or those that a paused bot resumes with. */
type Subject = LiveSubject & {
  readonly resolved: Resolved
  readonly credentials: CredentialState
}

// A machine reports every minute; after three missed reports it counts as gone.
const SILENT_MS = 3 * 60_000

/** What real money needs beyond paper. The typed consent is asked for at every start. */
export async function checkLive(context: Context, subject: Subject): Promise<Readiness[]> {
  const { db, clock, config } = context
  const { userId, resolved, credentials, version } = subject
  const seenSince = new Date(clock.now().getTime() - SILENT_MS)
  const { address, machines, reachable } = await readOutbound(db, userId, seenSince)
  const assigned = 'An outbound address, assigned to your account by the operator'
  return [
    ...planItem(resolved),
    ...(await fundsItem(db, userId, clock.now())),
    readinessItem('live_switch', config.liveTrading, 'Live trading is switched on for the platform', PAPER_MEANWHILE),
    ...(await checkHosting(context, subject)),
    readinessItem(
      'live_strategy',
      resolved.isReleased,
      'The bot is released for live trading by the operator',
      PAPER_MEANWHILE,
    ),
    await algoItem(db, version),
    ...(await sheetItems(db, userId, version, resolved.strategy)),
    // The demo's exchange is simulated: there are no real days to ask for.
    ...(config.demo ? [] : [await historyItem(db, version)]),
    ...verifiedItem(credentials),
    readinessItem('live_address', address !== null, assigned, PAPER_MEANWHILE),
    // Shown only when a trading machine has reported its addresses: otherwise nothing is known.
    ...(address !== null && machines > 0
      ? [
          readinessItem(
            'live_machine',
            reachable > 0,
            `A running machine of the platform with your address ${address}`,
            PAPER_MEANWHILE,
          ),
        ]
      : []),
    ...(await checkProbe(context, address)),
  ]
}

/** Listed only when the plan does not allow it: most plans do. */
function planItem({ allowsLive, isOnTrial }: Resolved): Readiness[] {
  const pay = { label: 'Pay for your plan', path: '/subscriptions' }
  if (isOnTrial) return [readinessItem('live_plan', false, 'A paid plan: your free trial trades on paper', pay)]
  const fix = { label: 'Change your plan', path: '/pricing' }
  return allowsLive ? [] : [readinessItem('live_plan', false, 'A plan that allows live trading', fix)]
}

const SUSPENDED = 'The exchange has suspended this strategy version for real money. Paper trading works.'

async function algoItem(db: Queryable, version: Subject['version']): Promise<Readiness> {
  const state = await findAlgoState(db, version)
  if (state === 'registered')
    return readinessItem('live_algo', true, 'This strategy version is registered with the exchange', null)
  const text = state === 'suspended' ? SUSPENDED : refuse('ALGO_NOT_REGISTERED').sentence
  return readinessItem('live_algo', false, text, PAPER_MEANWHILE)
}

async function historyItem(db: Queryable, version: Subject['version']): Promise<Readiness> {
  const isTested = await wasCheckedOnRealDays(db, version)
  return readinessItem('live_history', isTested, 'This strategy version is tested on real market days', PAPER_MEANWHILE)
}

function verifiedItem({ kind, rejection }: CredentialState): Readiness[] {
  // Whether the broker accepts them is not known.
  if (kind === 'unreadable') return []
  const text = rejection ? `Broker credentials that Angel One accepts. ${rejection}` : 'Verified broker credentials'
  const fix = { label: 'Verify credentials', path: '/credentials' }
  return [readinessItem('live_verified', kind === 'verified', text, fix)]
}

/**
 * What this morning's report said about funds. It warns and blocks nothing: money may have arrived since, and the broker
 * decides when an order is placed.
 */
async function fundsItem(db: Queryable, userId: string, now: Date): Promise<Readiness[]> {
  const day = isoDay(indiaDayNumber(now.getTime()))
  const { rows } = await sql<{ text: string }>`
    select line ->> 'text' as text from account_checks c, jsonb_array_elements(c.lines) line
    where c.user_id = ${userId} and c.day = ${day}::date and line ->> 'code' = 'funds' and line ->> 'state' = 'problem'`.execute(
    db,
  )
  return rows.map(({ text }) => ({
    ...readinessItem('live_funds', true, 'Funds for the capital of your bots', null),
    warning: text,
  }))
}

type Outbound = { readonly address: string | null; readonly machines: number; readonly reachable: number }

async function readOutbound(db: Queryable, userId: string, seenSince: Date): Promise<Outbound> {
  const { rows } = await sql<Outbound>`
    select host(u.outbound_address) as address, count(m.id)::int as machines,
      (count(m.id) filter (where host(u.outbound_address) = any (m.outbound_addresses)))::int as reachable
    from users u
    left join machines m on m.outbound_addresses is not null and m.seen_at > ${seenSince}
    where u.id = ${userId}
    group by u.outbound_address`.execute(db)
  return rows[0] ?? { address: null, machines: 0, reachable: 0 }
}
