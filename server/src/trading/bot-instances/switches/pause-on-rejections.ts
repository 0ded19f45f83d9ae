import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { notifyAdministrators } from '../../../accounts/notifications/index.ts'
import { setStandingSwitch } from './kill-switches.ts'

const WINDOW_S = 60
// Below twenty orders one rejection says nothing about the broker: with three orders it would be a third of them.
const LEAST_ORDERS = 20
const MOST_BAD_PERCENT = 5

type Counted = { readonly total: number; readonly rejected: number; readonly unknown: number }

/**
 * Pauses entries for the whole platform when too many live orders of the last minute were rejected or have an unknown
 * outcome: something is wrong at the broker or with us, and every further entry makes it worse. Exits go on. Only an
 * administrator lifts the pause, and orders from before that do not count again.
 */
export async function pauseOnRejections({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const { total, rejected, unknown } = await countLiveOrders(db, now)
  if (total < LEAST_ORDERS || (rejected + unknown) * 100 <= total * MOST_BAD_PERCENT) return
  const reason =
    `Paused automatically: of ${total} live orders in a minute the broker rejected ${rejected}, ` +
    `and ${unknown} ${unknown === 1 ? 'has' : 'have'} an unknown outcome.`
  await db.transaction().execute(async (tx: Tx) => {
    const scene = { clock, actor: undefined, origin: { requestId: 'automatic-pause', address: '', device: '' } }
    const input = { scope: 'platform', subjectId: null, reason, until: null, close_positions: false } as const
    const id = await setStandingSwitch(tx, scene, { ...input, isAutomatic: true })
    if (id === undefined) return
    await notifyAdministrators(tx, config, now, {
      subject: 'Entries are paused for the whole platform',
      text: `${reason}\n\nExits go on. Lift the pause once the cause is found:\n${config.publicUrl}/admin/bots`,
    })
  })
}

async function countLiveOrders(db: Queryable, now: Date): Promise<Counted> {
  const { rows } = await liveOrdersSql(now).execute(db)
  return rows[0] ?? { total: 0, rejected: 0, unknown: 0 }
}

/** Orders that we denied ourselves, and trades made outside, never were orders of ours at the broker. */
export function liveOrdersSql(now: Date) {
  return sql<Counted>`
    select count(*)::int as total,
      (count(*) filter (where state = 'REJECTED'))::int as rejected,
      (count(*) filter (where state = 'UNKNOWN' or code = 'NOT_PLACED'))::int as unknown
    from orders
    where mode = 'live' and state not in ('CREATED', 'DENIED') and purpose <> 'OUTSIDE'
      and created_at > greatest(${now}::timestamptz - ${WINDOW_S}::int * interval '1 second', coalesce(
        (select max(lifted_at) from kill_switches where is_automatic), '-infinity'))`
}
