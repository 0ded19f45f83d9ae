import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { slipPrice } from '@trading-bot/core/fills/slip-price'
import { sql } from 'kysely'
import { groupBy } from '../../../platform/group-by.ts'
import type { Context } from '../../../platform/http/context.ts'
import { type PositionPrices, positionPrices } from '../../../platform/prices/price-rules.ts'
import { unrealisedPaise } from '../positions/unrealised.ts'
import { BotSettings, tickOf } from '../settings/bot-settings.ts'
import { currentSession } from './current-session.ts'
import { type DayFiguresRow, earliestDecision, type FiguresRow, type HeldRow, listHeld } from './figures-store.ts'

/** A bot's day; null where a price is not known. Amounts are paise. */
export type DayFigures = {
  readonly dayNetPaise: number | null
  /** The same with what the instances before it have booked, which its daily limits count. */
  readonly limitedDayPaise: number | null
  readonly openValuePaise: number
  readonly heldSymbols: readonly string[]
  /** What is held, at the last prices and before charges. */
  readonly unrealisedPaise: number | null
  /** Charges of this session's round trips, and what closing the open ones would cost. */
  readonly chargesPaise: number | null
}

/** What a bot's limits look at. */
export type BotFigures = DayFigures & {
  readonly weekNetPaise: number | null
  readonly drawdownPaise: number | null
  /** Entries of this session that were not denied. */
  readonly orders: number
}

type At = {
  readonly nowMs: number
  readonly lastOf: PositionPrices
  readonly tickOf: (token: string) => number
}
type Valued = { readonly netPaise: number; readonly unrealisedPaise: number; readonly closingPaise: number }

type Bot = { readonly id: string; readonly settings: unknown }

/** The figures that the engine keeps in memory, from the orders and at the last prices. */
export function figuresAt(context: Context<'owner'>, row: FiguresRow): BotFigures {
  const valued = valueRow(context, row)
  return {
    ...dayOf(row, valued),
    weekNetPaise: valued && Number(row.week) + Number(row.carried_week) + valued.netPaise,
    drawdownPaise: valued && Number(row.peak) - Number(row.realised) - valued.netPaise,
    orders: row.orders,
  }
}

/** The same figures, as far as they are about this session. */
export function dayFiguresAt(context: Context<'owner'>, row: DayFiguresRow): DayFigures {
  return dayOf(row, valueRow(context, row))
}

function dayOf(row: DayFiguresRow, valued: Valued | null): DayFigures {
  return {
    dayNetPaise: valued && Number(row.session) + valued.netPaise,
    limitedDayPaise: valued && Number(row.session) + Number(row.carried) + valued.netPaise,
    openValuePaise: row.held.reduce((sum, { entry }) => sum + Number(entry), 0),
    heldSymbols: row.held.map(({ symbol }) => symbol),
    unrealisedPaise: valued && valued.unrealisedPaise,
    chargesPaise: valued && Number(row.charges) + valued.closingPaise,
  }
}

function valueRow(context: Context<'owner'>, { held, settings }: DayFiguresRow): Valued | null {
  const lastOf = positionPrices(context, context.actor.isAdmin)
  return valueAll(held, { nowMs: context.clock.now().getTime(), lastOf, tickOf: (token) => tickOf(settings, token) })
}

/** The day's net result of many bots in two statements: the same figure as `dayNetPaise`, null while one is unknown. */
export async function readDayNets(
  context: Context<'owner'>,
  bots: readonly Bot[],
): Promise<ReadonlyMap<string, number | null>> {
  const { db, calendar, clock } = context
  const now = clock.now()
  const lastOf = positionPrices(context, context.actor.isAdmin)
  const ids = bots.map(({ id }) => id)
  const since = new Date(currentSession(calendar, now).openMs)
  const { rows } = await sql<{ id: string; session: string }>`
    select user_bot_id as id, sum(pnl_paise) as session from orders
    where user_bot_id = any(${ids}::uuid[]) and pnl_paise is not null and ended_at >= ${since}
      and decided_at >= ${earliestDecision(since.getTime())}
    group by user_bot_id`.execute(db)
  const booked = new Map(rows.map(({ id, session }) => [id, Number(session)]))
  const held = groupBy(await listHeld(db, ids), ({ user_bot_id }) => user_bot_id)
  return new Map(
    bots.map(({ id, settings }) => {
      const parsed = BotSettings.parse(settings)
      const at = { nowMs: now.getTime(), lastOf, tickOf: (token: string) => tickOf(parsed, token) }
      const valued = valueAll(held.get(id) ?? [], at)
      return [id, valued && (booked.get(id) ?? 0) + valued.netPaise]
    }),
  )
}

/** The sums of all that is held; null if one price is not known. */
function valueAll(held: readonly HeldRow[], at: At): Valued | null {
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
function valueNow(position: HeldRow, { nowMs, lastOf, tickOf }: At): Valued | null {
  const { token, held, cash, charges, booked } = position
  const lastPaise = lastOf(position)
  if (lastPaise === null) return null
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
