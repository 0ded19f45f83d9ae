import type { readClosing as spec } from '@trading-bot/contract/rest/trading/admin-bots'
import { MINUTE_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hasEngine } from '../../orders/index.ts'

type Row = {
  readonly symbol: string
  readonly bot_name: string
  readonly username: string
  readonly since: Date
  readonly state: string | null
  readonly detail: string | null
  readonly closing: number
}

// A close takes moments; after a minute somebody has to look.
const HELD_UP_MS = MINUTE_MS
const MOST_NAMED = 20

/** Counts down to zero after a stop, or names what hinders it. */
export const readClosing: UseCase<typeof spec> = async ({ db, clock }) => {
  const { rows } = await sql<Row>`
    select p.symbol, b.name as bot_name, u.username, r.requested_at as since, exit.state, exit.detail,
      count(*) over ()::int as closing
    from position_close_requests r
    join positions p on p.id = r.position_id and p.closed_at is null
    join user_bots b on b.id = p.user_bot_id
    join users u on u.id = b.user_id
    left join lateral (
      select o.state, o.detail from orders o
      where o.position_id = p.id and o.purpose not in ('ENTRY', 'PROTECT') order by o.created_at desc, o.id desc limit 1
    ) exit on true
    order by r.requested_at
    limit ${MOST_NAMED}`.execute(db)
  const late = rows.filter(({ since }) => clock.now().getTime() - since.getTime() >= HELD_UP_MS)
  const isTraded = late.length === 0 || (await hasEngine(db))
  return {
    closing: rows[0]?.closing ?? 0,
    held_up: late.map(({ symbol, bot_name, username, since, state, detail }) => ({
      symbol,
      bot_name,
      username,
      since: since.toISOString(),
      reason: isTraded ? reasonOf(state, detail) : 'No engine is running.',
    })),
  }
}

function reasonOf(state: string | null, detail: string | null): string {
  if (state === null || state === 'CREATED') return 'No exit was sent yet.'
  if (state === 'REJECTED') return `The broker rejected the exit. ${detail ?? ''}`.trim()
  return state === 'UNKNOWN' ? 'What became of the exit is not known.' : 'The exit waits at the broker.'
}
