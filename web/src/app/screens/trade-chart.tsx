import type { TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import { SymbolChart } from '../../features/charts/index.ts'

/** The prices around a trade, for its drawer on any screen. */
export function TradeChart({ trade, position, orders }: TradeDetail) {
  return (
    <SymbolChart
      symbol={trade.symbol}
      openedAt={position.opened_at ?? trade.timestamp}
      // An order that opened nothing has no holding: the chart stands around its decision.
      closedAt={position.opened_at === null ? trade.timestamp : position.closed_at}
      trades={orders.map((order) => order.trade)}
      levels={{ average: position.average_price, stop: position.stop_price, target: position.target_price }}
    />
  )
}
