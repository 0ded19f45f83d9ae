// Maps rows of the trading tables to the engine's types, and back. Times are epoch milliseconds.
import { createHash } from 'node:crypto'
import type { LiveOrder } from '@trading-bot/engine/live/orders/live-order'
import { filledQuantity, filledValuePaise } from '@trading-bot/engine/live/orders/live-order'
import type { LivePosition } from '@trading-bot/engine/live/positions/live-position'
import type { BotInstance } from '@trading-bot/engine/live/accounts/bot-instance'
import type { Selectable } from 'kysely'
import type { Fills, Orders, Positions, UserBots } from '../../../platform/db/tables.ts'
import { BotSettings } from '../../bot-instances/index.ts'

export type InstanceRow = Selectable<UserBots> & { readonly end_at: Date | null; readonly may_enter: boolean }

export function instanceOf(row: InstanceRow): BotInstance {
  const { instruments, parameters, botType, capital, limits } = BotSettings.parse(row.settings)
  const tokens = instruments.map(({ token }) => token)
  const key = JSON.stringify([
    row.strategy_id,
    row.version,
    tokens,
    Object.entries(parameters).toSorted(([a], [b]) => a.localeCompare(b)),
  ])
  return {
    id: row.id,
    userId: row.user_id,
    strategyId: row.strategy_id,
    version: row.version,
    mode: row.mode === 'live' ? 'LIVE' : 'PAPER',
    runnerKey: createHash('sha256').update(key).digest('base64url'),
    botType,
    parameters,
    instruments,
    capital,
    limits,
    isRunning: row.may_enter,
    entriesUntilMs: row.end_at?.getTime() ?? 0,
    closeRequests: row.close_requests,
  }
}

type OrderRow = Selectable<Orders>

export function orderOf(row: OrderRow, fills: readonly Selectable<Fills>[]): LiveOrder {
  return {
    id: row.id,
    instanceId: row.user_bot_id,
    clientId: row.client_id,
    token: row.token,
    side: row.side as LiveOrder['side'],
    quantity: row.quantity,
    purpose: row.purpose as LiveOrder['purpose'],
    reason: row.reason,
    decidedAtMs: row.decided_at.getTime(),
    attempt: row.attempt,
    positionId: row.position_id,
    pricePaise: row.price_paise,
    inputs: row.inputs as LiveOrder['inputs'],
    createdAtMs: row.created_at.getTime(),
    state: row.state as LiveOrder['state'],
    code: row.code as LiveOrder['code'],
    detail: row.detail,
    brokerOrderId: row.broker_order_id,
    fills: fills.map(({ trade_id, quantity, price_paise, at }) => ({
      tradeId: trade_id,
      side: row.side as LiveOrder['side'],
      quantity,
      pricePaise: price_paise,
      atMs: at.getTime(),
    })),
    sentAtMs: row.sent_at?.getTime() ?? null,
    acknowledgedAtMs: row.acknowledged_at?.getTime() ?? null,
    endedAtMs: row.ended_at?.getTime() ?? null,
    charges: row.charges as LiveOrder['charges'],
    pnlPaise: row.pnl_paise === null ? null : Number(row.pnl_paise),
    isLate: row.is_late,
  }
}

export function positionOf(row: Selectable<Positions>, orders: LiveOrder[]): LivePosition {
  return {
    id: row.id,
    instanceId: row.user_bot_id,
    token: row.token,
    direction: row.direction === 1 ? 1 : -1,
    entryReason: row.entry_reason,
    squareOffAtMs: row.square_off_at.getTime(),
    orders,
    isOrphaned: row.is_stray,
    stopPaise: row.stop_paise,
    targetPaise: row.target_paise,
    openedAtMs: row.opened_at?.getTime() ?? null,
    exitReason: row.exit_reason as LivePosition['exitReason'],
    closedAtMs: row.closed_at?.getTime() ?? null,
    bookedPaise: orders.reduce((sum, { pnlPaise }) => sum + (pnlPaise ?? 0), 0),
  }
}

/** The columns of an order that change after it was recorded. */
export function changeOf(order: LiveOrder) {
  return {
    id: order.id,
    state: order.state,
    code: order.code,
    detail: order.detail,
    is_late: order.isLate,
    broker_order_id: order.brokerOrderId,
    filled_quantity: filledQuantity(order),
    filled_value_paise: filledValuePaise(order),
    charges: order.charges,
    charges_paise: order.charges?.totalPaise ?? 0,
    pnl_paise: order.pnlPaise,
    sent_at: timeOf(order.sentAtMs),
    acknowledged_at: timeOf(order.acknowledgedAtMs),
    executed_at: timeOf(order.fills.at(-1)?.atMs ?? null),
    ended_at: timeOf(order.endedAtMs),
  }
}

/** The columns that identify an order: written once. */
export function newOrderRow(order: LiveOrder, symbol: string) {
  return {
    id: order.id,
    state: order.state,
    sent_at: timeOf(order.sentAtMs),
    user_bot_id: order.instanceId,
    position_id: order.positionId,
    client_id: order.clientId,
    symbol,
    token: order.token,
    side: order.side,
    quantity: order.quantity,
    purpose: order.purpose,
    reason: order.reason,
    decided_at: timeOf(order.decidedAtMs),
    attempt: order.attempt,
    price_paise: order.pricePaise,
    inputs: order.inputs,
    created_at: timeOf(order.createdAtMs),
  }
}

export function positionRow(position: LivePosition, symbol: string) {
  return {
    id: position.id,
    user_bot_id: position.instanceId,
    token: position.token,
    symbol,
    direction: position.direction,
    entry_reason: position.entryReason,
    exit_reason: position.exitReason,
    is_stray: position.isOrphaned,
    stop_paise: position.stopPaise,
    target_paise: position.targetPaise,
    square_off_at: timeOf(position.squareOffAtMs),
    opened_at: timeOf(position.openedAtMs),
    closed_at: timeOf(position.closedAtMs),
  }
}

// A batch holds thousands of orders with the same timestamp.
const texts = new Map<number, string>()
const MOST_TEXTS = 1_000

function timeOf(atMs: number | null): string | null {
  if (atMs === null) return null
  let text = texts.get(atMs)
  if (text === undefined) {
    if (texts.size >= MOST_TEXTS) texts.clear()
    texts.set(atMs, (text = new Date(atMs).toISOString()))
  }
  return text
}
