import { indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { sql } from 'kysely'
import { notifyAdministrators, notifyByAccount } from '../../accounts/notifications/index.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { saveComparison } from './account-check-store.ts'
import type { CheckPorts } from './check-ports.ts'
import { type Books, type Compared, compareDay, type RecordedOrder } from './compare-day.ts'

type Outcome = { readonly kind: 'compared'; readonly compared: Compared } | { readonly kind: 'unknown'; why: string }

/** Compares the day of every account that traded live and is not proven equal yet. */
export async function compareDays(deps: Deps, { brokerOf }: Pick<CheckPorts, 'brokerOf'>): Promise<void> {
  const { db, clock } = deps
  const day = indiaDayNumber(clock.now().getTime())
  for (const userId of await listToCompare(db, day)) {
    const outcome = await compareUser(db, userId, day, brokerOf(userId))
    await saveOutcome(deps, userId, isoDay(day), outcome)
  }
}

async function compareUser(db: Queryable, userId: string, day: number, broker: Broker | undefined): Promise<Outcome> {
  if (!broker) return { kind: 'unknown', why: 'The engine has not opened this account.' }
  const books = await readBooks(broker)
  if ('why' in books) return { kind: 'unknown', why: books.why }
  return { kind: 'compared', compared: compareDay(await listRecordedOrders(db, userId, day), books) }
}

/** A book that was not answered is not an empty one. */
async function readBooks(broker: Broker): Promise<Books | { readonly why: string }> {
  const trades = await broker.tradeBook()
  if (trades.kind !== 'answered') return { why: trades.kind === 'refused' ? trades.sentence : trades.why }
  const positions = await broker.positions()
  if (positions.kind !== 'answered') return { why: positions.kind === 'refused' ? positions.sentence : positions.why }
  return { trades: trades.value, positions: positions.value }
}

async function saveOutcome({ db, clock, config }: Deps, userId: string, day: string, outcome: Outcome): Promise<void> {
  const now = clock.now()
  const { lines, outsideTrades, isEqual } =
    outcome.kind === 'compared' ? outcome.compared : { lines: [], outsideTrades: 0, isEqual: false }
  const result = outcome.kind === 'unknown' ? 'unknown' : isEqual ? 'equal' : 'different'
  const reason = outcome.kind === 'unknown' ? outcome.why : null
  await db.transaction().execute(async (tx) => {
    if (!(await saveComparison(tx, { userId, day, result, reason, lines, outsideTrades }, now))) return
    const differing = lines.filter(({ is_equal }) => !is_equal)
    const text = differing
      .map(({ what, ours, broker }) => `- ${what}: ${ours} here, ${broker} at the broker`)
      .join('\n')
    const subject = `${day}: our record differs from the broker’s books`
    const page = `${config.publicUrl}/subscriptions`
    await notifyByAccount(tx, config, now, { userId, subject, text: `${text}\n\nSee ${page}` })
    await notifyAdministrators(tx, config, now, {
      subject,
      text: `User ${userId}\n${text}\n\nSee ${config.publicUrl}/admin/account-checks`,
    })
  })
}

async function listToCompare(db: Queryable, day: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct o.user_id from orders o
    where o.mode = 'live' and o.created_at >= ${new Date(indiaDayStartMs(day))}
      and o.created_at < ${new Date(indiaDayStartMs(day + 1))} and o.broker_order_id is not null
      and not exists (select from day_comparisons d
        where d.user_id = o.user_id and d.day = ${isoDay(day)}::date and d.result = 'equal')`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

type OrderRow = {
  broker_order_id: string
  token: string
  symbol: string
  side: 'BUY' | 'SELL'
  filled_quantity: number
  filled_value_paise: string
  charges_paise: string
  pnl_paise: string | null
}

/** Orders of ours that were filled; a row for what was closed outside records somebody else's order. */
async function listRecordedOrders(db: Queryable, userId: string, day: number): Promise<RecordedOrder[]> {
  const { rows } = await sql<OrderRow>`
    select broker_order_id, token, symbol, side, filled_quantity, filled_value_paise, charges_paise, pnl_paise
    from orders
    where user_id = ${userId} and mode = 'live' and filled_quantity > 0 and broker_order_id is not null
      and purpose <> 'OUTSIDE' and created_at >= ${new Date(indiaDayStartMs(day))}
      and created_at < ${new Date(indiaDayStartMs(day + 1))}
    order by id`.execute(db)
  return rows.map((row) => ({
    brokerOrderId: row.broker_order_id,
    token: row.token,
    symbol: row.symbol,
    side: row.side,
    quantity: row.filled_quantity,
    valuePaise: Number(row.filled_value_paise),
    chargesPaise: Number(row.charges_paise),
    pnlPaise: Number(row.pnl_paise ?? 0),
  }))
}
