import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { formatClock, formatDate } from '../../lib/format.ts'
import type { RowFilters } from '../../ui/tables/filter-rows.ts'
import type { CsvColumns } from '../../ui/tables/row-filter-bar.tsx'
import { ORDER_STATE_WORDS } from './order-state.tsx'

// All of today: a choice of days would have nothing to offer.
export const ORDER_FILTERS: RowFilters<Trade> = {
  name: 'orders',
  textOf: ({ symbol, bot_name, reason, detail }) => `${symbol} ${bot_name} ${reason} ${detail}`,
  choices: [
    { name: 'symbol', label: 'Symbol', valueOf: ({ symbol }) => symbol },
    { name: 'side', label: 'Side', valueOf: ({ order_type }) => order_type, texts: { BUY: 'Buy', SELL: 'Sell' } },
    { name: 'reason', label: 'Reason', valueOf: ({ purpose }) => purpose, texts: PURPOSE_LABELS },
    { name: 'state', label: 'State', valueOf: ({ state }) => state, texts: ORDER_STATE_WORDS },
  ],
  sorts: [
    {
      by: 'time',
      valueOf: ({ timestamp }) => timestamp,
      words: { desc: 'Newest first', asc: 'Oldest first' },
    },
    { by: 'symbol', valueOf: ({ symbol }) => symbol, words: { desc: 'Symbol, Z to A', asc: 'Symbol, A to Z' } },
    { by: 'quantity', valueOf: ({ quantity }) => quantity, words: { desc: 'Largest first', asc: 'Smallest first' } },
    { by: 'price', valueOf: ({ price }) => price, words: { desc: 'Highest price first', asc: 'Lowest price first' } },
    { by: 'pnl', valueOf: ({ pnl }) => pnl, words: { desc: 'Best P&L first', asc: 'Worst P&L first' } },
  ],
}

export const ORDER_CSV: CsvColumns<Trade> = [
  ['Time (India)', ({ timestamp }) => `${formatDate(timestamp)} ${formatClock(timestamp)}`],
  ['Symbol', ({ symbol }) => symbol],
  ['Side', ({ order_type }) => order_type],
  ['For', ({ purpose }) => PURPOSE_LABELS[purpose]],
  ['Reason', ({ reason }) => reason],
  ['Quantity', ({ quantity }) => quantity],
  ['Filled', ({ filled_quantity }) => filled_quantity],
  ['Price', ({ price }) => price],
  ['P&L', ({ pnl }) => pnl],
  ['State', ({ state }) => ORDER_STATE_WORDS[state]],
  ['Detail', ({ detail }) => detail],
  ['Bot', ({ bot_name }) => bot_name],
  ['Mode', ({ mode }) => mode],
]
