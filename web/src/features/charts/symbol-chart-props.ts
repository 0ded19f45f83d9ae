import type { Trade } from '@trading-bot/contract/rest/trading/bots'

export type SymbolChartProps = {
  symbol: string
  /** When the position was opened, or the order decided. */
  openedAt: string
  /** Null while the position is open. */
  closedAt: string | null
  /** Orders of the symbol; those with fills are marked. */
  trades: readonly Trade[]
  /** Drawn as lines; null where there is none. */
  levels: { average: number | null; stop: number | null; target: number | null }
}
