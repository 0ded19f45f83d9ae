import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { slipPrice } from '@trading-bot/core/fills/slip-price'
import type { SessionStart } from '@trading-bot/engine/live/live-store'
import { sessionStart } from '@trading-bot/engine/live/scheduling/session-start'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Context, Deps } from '../../../platform/http/context.ts'
import { BotSettings } from '../settings/bot-settings.ts'

/** What a bot's limits look at; null where a price is not known. Amounts are paise. */
export type BotFigures = {
  readonly dayNetPaise: number | null
  readonly weekNetPaise: number | null
  readonly drawdownPaise: number | null
  readonly openValuePaise: number
  readonly heldSymbols: readonly string[]
  readonly orders: number
}

type At = {
  readonly nowMs: number
  readonly prices: Deps['prices']
  readonly tickOf: (token: string) => number
}
type Totals = { realised: string; session: string; week: string; peak: string; orders: number }
type Held = {
  token: string
  symbol: string
  held: number
  cash: string
  charges: string
  booked: string
  entry: string
}

type Bot = { readonly id: string; readonly settings: unknown }

/** The figures of the current session at the last prices. */
export async function readFiguresNow({ db, calendar, clock, prices }: Context, bot: Bot): Promise<BotFigures> {
  const nowMs = clock.now().getTime()
  const session = sessionStart({ calendar, clock: { nowMs: () => nowMs } })
  const { instruments } = BotSettings.parse(bot.settings)
  const tickOf = (token: string) => instruments.find((one) => one.token === token)?.tickPaise ?? 1
  return readFigures(db, bot.id, { session, nowMs, prices, tickOf })
}

/** Reads the same figures from the orders that the engine keeps in memory. */
async function readFigures(
  db: Queryable,
  botId: string,
  at: At & { readonly session: SessionStart },
): Promise<BotFigures> {
  const totals = await readTotals(db, botId, at.session)
  const held = await readHeld(db, botId)
  const openNets = held.map((position) => openNetPaise(position, at))
  const openNet = openNets.reduce((sum, net) => (sum === null || net === null ? null : sum + net), 0)
  const plus = (paise: number) => (openNet === null ? null : paise + openNet)
  return {
    dayNetPaise: plus(Number(totals.session)),
    weekNetPaise: plus(Number(totals.week)),
    drawdownPaise: openNet === null ? null : Number(totals.peak) - Number(totals.realised) - openNet,
    openValuePaise: held.reduce((sum, { entry }) => sum + Number(entry), 0),
    heldSymbols: held.map(({ symbol }) => symbol),
    orders: totals.orders,
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
      (select count(*) from orders where user_bot_id = ${botId} and purpose = 'ENTRY' and state <> 'DENIED'
        and decided_at >= ${sessionStart})::int as orders
    from ended`.execute(db)
  return rows[0]!
}

async function readHeld(db: Queryable, botId: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with filled as (
      select o.id, o.position_id, o.side, o.purpose, o.charges_paise, o.pnl_paise,
        coalesce(sum(f.quantity), 0) as quantity, coalesce(sum(f.quantity::bigint * f.price_paise), 0) as value
      from orders o join positions p on p.id = o.position_id left join fills f on f.order_id = o.id
      where p.user_bot_id = ${botId} and p.closed_at is null
      group by o.id
    )
    select p.token, p.symbol,
      sum(quantity * case side when 'BUY' then 1 else -1 end)::int as held,
      sum(value * case side when 'BUY' then -1 else 1 end) as cash,
      sum(charges_paise) as charges, coalesce(sum(pnl_paise), 0) as booked,
      coalesce(sum(value) filter (where purpose = 'ENTRY'), 0) as entry
    from filled join positions p on p.id = filled.position_id
    group by p.id`.execute(db)
  return rows.filter(({ held }) => held !== 0)
}

/** Net profit of closing the position now, without the part that its exits have already booked. */
function openNetPaise({ token, held, cash, charges, booked }: Held, { nowMs, prices, tickOf }: At): number | null {
  const lastPaise = prices?.lastPaise(token)
  if (lastPaise === undefined) return null
  const side = held > 0 ? 'SELL' : 'BUY'
  const valuePaise = Math.abs(held) * slipPrice(side, lastPaise, EXPECTED_FILLS.slippageBps, tickOf(token))
  const closingPaise = chargesOn(nowMs, side, valuePaise).totalPaise
  return Number(cash) + Math.sign(held) * valuePaise - Number(charges) - closingPaise - Number(booked)
}
