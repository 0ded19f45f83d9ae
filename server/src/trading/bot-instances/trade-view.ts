import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import { OrderState } from '@trading-bot/contract/rest/trading/bots'
import type { Selectable } from 'kysely'
import type { Orders } from '../../platform/db/tables.ts'

/** The columns of a trade, without the signal's inputs and the itemised charges. */
type TradeColumn =
  | 'id'
  | 'user_bot_id'
  | 'user_id'
  | 'symbol'
  | 'side'
  | 'quantity'
  | 'filled_quantity'
  | 'filled_value_paise'
  | 'price_paise'
  | 'pnl_paise'
  | 'charges_paise'
  | 'state'
  | 'code'
  | 'detail'
  | 'purpose'
  | 'reason'
  | 'mode'
  | 'executed_at'
  | 'decided_at'
export type TradeRow = Pick<Selectable<Orders>, TradeColumn> & { readonly bot_name: string }

const SENTENCES: Readonly<Record<string, string>> = {
  NOT_PLACED: 'The broker never got this order.',
  TOO_OLD: 'It could not be sent in time.',
  SWITCHED_OFF: 'New positions were switched off when it was decided.',
  NO_ANSWER: 'The broker has not confirmed this order yet; its books are being read.',
  RESTARTED: 'The outcome is being read from the broker’s books.',
}

/** A stop that rested at the exchange is a stop to its owner, and shares closed outside are an exit. */
const PURPOSES: Readonly<Record<string, Trade['purpose']>> = {
  ENTRY: 'entry',
  STOP: 'stop',
  PROTECT: 'stop',
  TARGET: 'target',
  EXIT: 'exit',
  OUTSIDE: 'exit',
  SQUARE_OFF: 'square_off',
}

/** Exits by a limit, in words. */
const LIMITS: Readonly<Record<string, string>> = {
  DAILY_LOSS: 'Daily loss limit reached',
  DAILY_PROFIT: 'Daily profit reached',
  WEEKLY_LOSS: 'Weekly loss limit reached',
  DRAWDOWN: 'Drawdown limit reached',
} satisfies Record<StoppedBy, string>

export function tradeView(row: TradeRow): Trade {
  const state = OrderState.parse(row.state.toLowerCase())
  const filledPaise = Number(row.filled_value_paise)
  return {
    id: row.id,
    bot_id: row.user_bot_id,
    bot_name: row.bot_name,
    symbol: row.symbol,
    order_type: row.side === 'BUY' ? 'BUY' : 'SELL',
    quantity: row.quantity,
    filled_quantity: row.filled_quantity,
    price: (row.filled_quantity > 0 ? Math.round(filledPaise / row.filled_quantity) : row.price_paise) / 100,
    pnl: row.pnl_paise === null ? null : Number(row.pnl_paise) / 100,
    charges: Number(row.charges_paise) / 100,
    status: statusOf(row.state),
    state,
    detail: row.detail || SENTENCES[row.code ?? ''] || '',
    purpose: PURPOSES[row.purpose] ?? 'exit',
    reason: LIMITS[row.reason] ?? row.reason,
    mode: row.mode === 'live' ? 'live' : 'paper',
    timestamp: (row.executed_at ?? row.decided_at).toISOString(),
  }
}

/** Executed is filled, pending is everything open or unknown, cancelled is the rest. */
export function statusOf(state: string): Trade['status'] {
  if (state === 'FILLED') return 'executed'
  return ['DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED'].includes(state) ? 'cancelled' : 'pending'
}
