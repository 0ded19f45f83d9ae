import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { DAY_MS } from '@trading-bot/core/time'
import type { SessionStart } from '@trading-bot/engine/live/live-store'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Context, Deps } from '../../../platform/http/context.ts'
import { entriesSince } from '../../orders/index.ts'
import { unrealisedPaise } from '../positions/unrealised.ts'
import { BotSettings, tickOf } from '../settings/bot-settings.ts'
import { currentSession } from './current-session.ts'

/** What a bot's limits look at; null where a price is not known. Amounts are paise. */
export type BotFigures = {
  readonly dayNetPaise: number | null
  readonly weekNetPaise: number | null
  readonly drawdownPaise: number | null
  readonly openValuePaise: number
  readonly heldSymbols: readonly string[]
  /** Entries of this session that were not denied. */
  readonly orders: number
  /** What is held, at the last prices and before charges. */
  readonly unrealisedPaise: number | null
  /** Charges of this session's round trips, and what closing the open ones would cost. */
  readonly chargesPaise: number | null
}

type At = {
  readonly nowMs: number
  readonly prices: Deps['prices']
  readonly tickOf: (token: string) => number
}
type Totals = { realised: string; session: string; week: string; peak: string; charges: string; orders: number }
type Held = {
  user_bot_id: string
  token: string
  symbol: string
  held: number
  cash: string
  charges: string
  booked: string
  entry: string
  entry_quantity: number
}
type Valued = { readonly netPaise: number; readonly unrealisedPaise: number; readonly closingPaise: number }

type Bot = { readonly id: string; readonly settings: unknown }

/** The figures of the current session at the last prices. */
export async function readFiguresNow({ db, calendar, clock, prices }: Context, bot: Bot): Promise<BotFigures> {
  const now = clock.now()
  const settings = BotSettings.parse(bot.settings)
  return readFigures(db, bot.id, {
    session: currentSession(calendar, now),
    nowMs: now.getTime(),
    prices,
    tickOf: (token) => tickOf(settings, token),
  })
}

// No order outlives its day; the bound lets the index on a bot's newest orders be used.
const LONGEST_ORDER_MS = 2 * DAY_MS

/** The day's net result of many bots in two statements: the same figure as `dayNetPaise`, null while one is unknown. */
export async function readDayNets(
  { db, calendar, clock, prices }: Context,
  bots: readonly Bot[],
): Promise<ReadonlyMap<string, number | null>> {
  const now = clock.now()
  const ids = bots.map(({ id }) => id)
  const since = new Date(currentSession(calendar, now).openMs)
  const { rows } = await sql<{ id: string; session: string }>`
    select user_bot_id as id, sum(pnl_paise) as session from orders
    where user_bot_id = any(${ids}::uuid[]) and pnl_paise is not null and ended_at >= ${since}
      and decided_at >= ${new Date(since.getTime() - LONGEST_ORDER_MS)}
    group by user_bot_id`.execute(db)
  const booked = new Map(rows.map(({ id, session }) => [id, Number(session)]))
  const held = groupBy(await readHeld(db, ids), ({ user_bot_id }) => user_bot_id)
  return new Map(
    bots.map(({ id, settings }) => {
      const parsed = BotSettings.parse(settings)
      const at = { nowMs: now.getTime(), prices, tickOf: (token: string) => tickOf(parsed, token) }
      const valued = valueAll(held.get(id) ?? [], at)
      return [id, valued && (booked.get(id) ?? 0) + valued.netPaise]
    }),
  )
}

/** Reads the same figures from the orders that the engine keeps in memory. */
async function readFigures(
  db: Queryable,
  botId: string,
  at: At & { readonly session: SessionStart },
): Promise<BotFigures> {
  const totals = await readTotals(db, botId, at.session)
  const held = await readHeld(db, [botId])
  const valued = valueAll(held, at)
  const plus = (paise: number) => (valued === null ? null : paise + valued.netPaise)
  return {
    dayNetPaise: plus(Number(totals.session)),
    weekNetPaise: plus(Number(totals.week)),
    drawdownPaise: valued && Number(totals.peak) - Number(totals.realised) - valued.netPaise,
    openValuePaise: held.reduce((sum, { entry }) => sum + Number(entry), 0),
    heldSymbols: held.map(({ symbol }) => symbol),
    orders: totals.orders,
    unrealisedPaise: valued && valued.unrealisedPaise,
    chargesPaise: valued && Number(totals.charges) + valued.closingPaise,
  }
}

async function readTotals(db: Queryable, botId: string, { openMs, week }: SessionStart): Promise<Totals> {
  const [sessionStart, weekStart] = [new Date(openMs), new Date(week.openMs)]
  const { rows } = await sql<Totals>`
    with ended as (
      select pnl_paise, ended_at, sum(pnl_paise) over (order by ended_at, id) as net
      from orders where user_bot_id = ${botId} and pnl_paise is not null
    )
    select coalesce(sum(pnl_paise), 0) as realised,
      coalesce(sum(pnl_paise) filter (where ended_at >= ${sessionStart}), 0) as session,
      coalesce(sum(pnl_paise) filter (where ended_at >= ${weekStart}), 0) as week,
      greatest(max(net), 0) as peak,
      (select coalesce(sum(o.charges_paise), 0) from orders o join positions p on p.id = o.position_id
        where o.user_bot_id = ${botId} and (p.closed_at is null or exists (
          select from orders x where x.position_id = p.id and x.pnl_paise is not null and x.ended_at >= ${sessionStart}
        ))) as charges,
      ${entriesSince(botId, sessionStart)} as orders
    from ended`.execute(db)
  return rows[0]!
}

async function readHeld(db: Queryable, botIds: readonly string[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with filled as (
      select o.id, o.position_id, o.side, o.purpose, o.charges_paise, o.pnl_paise,
        coalesce(sum(f.quantity), 0) as quantity, coalesce(sum(f.quantity::bigint * f.price_paise), 0) as value
      from orders o join positions p on p.id = o.position_id left join fills f on f.order_id = o.id
      where p.user_bot_id = any(${botIds}::uuid[]) and p.closed_at is null
      group by o.id
    )
    select p.user_bot_id, p.token, p.symbol,
      sum(quantity * case side when 'BUY' then 1 else -1 end)::int as held,
      sum(value * case side when 'BUY' then -1 else 1 end) as cash,
      sum(charges_paise) as charges, coalesce(sum(pnl_paise), 0) as booked,
      coalesce(sum(value) filter (where purpose = 'ENTRY'), 0) as entry,
      coalesce(sum(quantity) filter (where purpose = 'ENTRY'), 0)::int as entry_quantity
    from filled join positions p on p.id = filled.position_id
    group by p.id`.execute(db)
  return rows.filter(({ held }) => held !== 0)
}

/** The sums of all that is held; null if one price is not known. */
function valueAll(held: readonly Held[], at: At): Valued | null {
  const sum = { netPaise: 0, unrealisedPaise: 0, closingPaise: 0 }
  for (const position of held) {
    const valued = valueNow(position, at)
    if (valued === null) return null
    sum.netPaise += valued.netPaise
    sum.unrealisedPaise += valued.unrealisedPaise
    sum.closingPaise += valued.closingPaise
  }
  return sum
}

/** What closing the position now would bring, without the part that its exits have already booked. */
function valueNow(position: Held, { nowMs, prices, tickOf }: At): Valued | null {
  const { token, held, cash, charges, booked } = position
  const lastPaise = prices?.lastPaise(token)
  if (lastPaise === undefined) return null
  const side = held > 0 ? 'SELL' : 'BUY'
  const valuePaise = Math.abs(held) * slipPrice(side, lastPaise, EXPECTED_FILLS.slippageBps, tickOf(token))
  const chargesPaise = chargesOn(nowMs, side, valuePaise).totalPaise
  const slippagePaise = held * lastPaise - Math.sign(held) * valuePaise
  return {
    netPaise: Number(cash) + Math.sign(held) * valuePaise - Number(charges) - chargesPaise - Number(booked),
    unrealisedPaise: unrealisedPaise(
      { held, entryQuantity: position.entry_quantity, entryValue: position.entry },
      lastPaise,
    ),
    closingPaise: chargesPaise + slippagePaise,
  }
}
