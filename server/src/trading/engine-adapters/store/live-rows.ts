// Maps rows of the trading tables to the engine's types, and back. Times are epoch milliseconds.
import { EXIT_REASONS } from '@trading-bot/core/round-trip'
import { ORDER_LIFE } from '@trading-bot/core/trading/order-life'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { AS_PLACED, CODES, filledQuantity, filledValuePaise } from '@trading-bot/core/trading/account/state/live-order'
import { type LivePosition, NOTHING_KNOWN } from '@trading-bot/core/trading/account/state/live-position'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Selectable } from 'kysely'
import type { Fills, Orders, Positions, UserBots } from '../../../platform/db/tables.ts'
import type { PaperMarketKind } from '../../../platform/prices/price-rules.ts'
import { BotSettings, ownLimitsOf, runnerKeyOf } from '../../bot-instances/index.ts'

export type InstanceRow = Selectable<UserBots> & {
  readonly end_at: Date | null
  readonly may_enter: boolean
  readonly positions_to_close: readonly string[]
  readonly positions_to_release: readonly string[]
  readonly carried_paise: string
}

export function instanceOf(row: InstanceRow, paper: PaperMarketKind | null): BotInstance {
  const settings = BotSettings.parse(row.settings)
  const { instruments, parameters, botType, interval, capital, limits, onRefusedStop } = settings
  return {
    id: row.id,
    userId: row.user_id,
    shard: row.shard_id,
    strategyId: row.strategy_id,
    version: row.version,
    mode: row.mode === 'live' ? 'LIVE' : 'PAPER',
    runnerKey: runnerKeyOf(paper, row, settings),
    botType,
    interval,
    parameters,
    instruments,
    capital,
    limits,
    ownLimits: ownLimitsOf(row),
    onRefusedStop,
    isRunning: row.may_enter,
    entriesUntilMs: row.end_at?.getTime() ?? 0,
    closeRequests: row.close_requests,
    positionsToClose: row.positions_to_close,
    positionsToRelease: row.positions_to_release,
    carriedPaise: Number(row.carried_paise),
  }
}

type OrderRow = Selectable<Orders>

// A row is parsed when it is loaded: an account with a value that nobody wrote is not traded by guess.
const SIDES = ['BUY', 'SELL'] as const
const DIRECTIONS = [1, -1] as const
const PURPOSES = ['ENTRY', 'STOP', 'TARGET', 'EXIT', 'SQUARE_OFF', 'PROTECT', 'OUTSIDE'] as const
const STATES = Object.keys(ORDER_LIFE) as LiveOrder['state'][]

function oneOf<const T>(known: readonly T[], value: unknown, what: string): T {
  const found = known.find((each) => each === value)
  if (found === undefined) throw new Error(`The ${what} cannot be read: ${String(value)}`)
  return found
}

export function orderOf(row: OrderRow, fills: readonly Selectable<Fills>[]): LiveOrder {
  return {
    id: row.id,
    instanceId: row.user_bot_id,
    clientId: row.client_id,
    token: row.token,
    side: oneOf(SIDES, row.side, `side of order ${row.id}`),
    quantity: row.quantity,
    purpose: oneOf(PURPOSES, row.purpose, `purpose of order ${row.id}`),
    reason: row.reason,
    decidedAtMs: row.decided_at.getTime(),
    attempt: row.attempt,
    positionId: row.position_id,
    pricePaise: row.price_paise,
    inputs: row.inputs as LiveOrder['inputs'],
    createdAtMs: row.created_at.getTime(),
    ...AS_PLACED,
    triggerPaise: row.trigger_paise,
    limitPaise: row.limit_paise,
    state: stateOf(row),
    code: row.code === null ? null : oneOf(CODES, row.code, `code of order ${row.id}`),
    detail: row.detail,
    brokerOrderId: row.broker_order_id,
    fills: fills.map(({ trade_id, quantity, price_paise, at }) => ({
      tradeId: trade_id,
      side: oneOf(SIDES, row.side, `side of order ${row.id}`),
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

// A lost order is stored as an expired one with a code of its own: the tables know no other word for it.
const LOST_CODE = 'NOT_PLACED'

function stateOf({ id, state, code }: OrderRow): LiveOrder['state'] {
  if (state === 'EXPIRED' && code === LOST_CODE) return 'LOST'
  return oneOf(STATES, state, `state of order ${id}`)
}

function storedState({ state }: LiveOrder): LiveOrder['state'] {
  return state === 'LOST' ? 'EXPIRED' : state
}

export function positionOf(row: Selectable<Positions>, orders: LiveOrder[]): LivePosition {
  return {
    id: row.id,
    instanceId: row.user_bot_id,
    token: row.token,
    direction: oneOf(DIRECTIONS, row.direction, `direction of position ${row.id}`),
    entryReason: row.entry_reason,
    squareOffAtMs: row.square_off_at.getTime(),
    orders,
    isOrphaned: row.is_stray,
    stopPaise: row.stop_paise,
    targetPaise: row.target_paise,
    openedAtMs: row.opened_at?.getTime() ?? null,
    adoptedAtMs: row.adopted_at?.getTime() ?? null,
    exitReason: row.exit_reason === null ? null : oneOf(EXIT_REASONS, row.exit_reason, `exit of position ${row.id}`),
    partToClose: row.part_to_close,
    closedAtMs: row.closed_at?.getTime() ?? null,
    ...NOTHING_KNOWN,
  }
}

/** The columns of an order that change after it was recorded. */
export function changeOf(order: LiveOrder) {
  return {
    id: order.id,
    // A modification that never reached the exchange may leave fewer shares than were asked for.
    quantity: Math.max(order.quantity, filledQuantity(order)),
    reason: order.reason,
    trigger_paise: order.triggerPaise,
    limit_paise: order.limitPaise,
    state: storedState(order),
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
    state: storedState(order),
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
    trigger_paise: order.triggerPaise,
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
    part_to_close: position.partToClose,
    is_stray: position.isOrphaned,
    stop_paise: position.stopPaise,
    target_paise: position.targetPaise,
    square_off_at: timeOf(position.squareOffAtMs),
    opened_at: timeOf(position.openedAtMs),
    adopted_at: timeOf(position.adoptedAtMs),
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
