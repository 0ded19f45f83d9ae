import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatClock, formatDate } from '../../lib/format.ts'
import type { RowFilters } from '../../ui/tables/filter-rows.ts'
import type { CsvColumns } from '../../ui/tables/row-filter-bar.tsx'
import { stopWords } from './stop-state.tsx'

export const SIDES = { LONG: 'Long', SHORT: 'Short' } as const satisfies Record<OpenPosition['side'], string>

export const POSITION_FILTERS: RowFilters<OpenPosition> = {
  name: 'positions',
  textOf: ({ symbol }) => symbol,
  choices: [
    { name: 'symbol', label: 'Symbol', valueOf: ({ symbol }) => symbol },
    { name: 'side', label: 'Side', valueOf: ({ side }) => side, texts: SIDES },
    {
      name: 'stop',
      label: 'Stop',
      valueOf: ({ protection }) => protection.state,
      texts: {
        at_exchange: 'At the exchange',
        being_placed: 'Being placed',
        watched: 'Watched by the platform',
        refused: 'Refused',
        none: 'No stop',
        closing: 'Closing now',
      } satisfies Record<OpenPosition['protection']['state'], string>,
    },
  ],
  sorts: [
    { by: 'opened', valueOf: ({ opened_at }) => opened_at, words: { desc: 'Newest first', asc: 'Oldest first' } },
    { by: 'symbol', valueOf: ({ symbol }) => symbol, words: { desc: 'Symbol, Z to A', asc: 'Symbol, A to Z' } },
    {
      by: 'pnl',
      valueOf: ({ unrealised_pnl }) => unrealised_pnl,
      words: { desc: 'Best P&L first', asc: 'Worst P&L first' },
    },
    { by: 'quantity', valueOf: ({ quantity }) => quantity, words: { desc: 'Largest first', asc: 'Smallest first' } },
  ],
}

export const POSITION_CSV: CsvColumns<OpenPosition> = [
  ['Symbol', ({ symbol }) => symbol],
  ['Side', ({ side }) => SIDES[side]],
  ['Quantity', ({ quantity }) => quantity],
  ['Average price', ({ average_price }) => average_price],
  ['Last price', ({ last_price }) => last_price],
  ['Unrealised P&L', ({ unrealised_pnl }) => unrealised_pnl],
  ['Stop', ({ stop_price }) => stop_price],
  ['Target', ({ target_price }) => target_price],
  ['Where the stop is', stopWords],
  ['Opened (India)', ({ opened_at }) => `${formatDate(opened_at)} ${formatClock(opened_at)}`],
]
