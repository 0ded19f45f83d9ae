import type { openLiveBench } from './open-live-bench.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

export const SOLD_PAISE = 80_500

/** A trade of the owner, without a tag, in the order and trade book. */
export function tradeByHand({ broker, clock }: Bench, side: 'BUY' | 'SELL', quantity: number): void {
  const brokerOrderId = `hand-${broker.lines.length}`
  const shared = { brokerOrderId, side, quantity }
  broker.lines.push({
    ...shared,
    clientId: '',
    token: '3045',
    filledQuantity: quantity,
    averagePaise: SOLD_PAISE,
    state: 'COMPLETE',
    text: '',
    updatedMs: clock.nowMs(),
    product: 'INTRADAY',
  })
  broker.trades.push({
    ...shared,
    tradeId: `hand-t${broker.trades.length}`,
    pricePaise: SOLD_PAISE,
    atMs: clock.nowMs(),
  })
}

/** What the broker's positions show, from its trades. */
export function showPositions({ broker }: Bench): void {
  const of = (side: 'BUY' | 'SELL') => broker.trades.filter((trade) => trade.side === side)
  const shares = (side: 'BUY' | 'SELL') => of(side).reduce((sum, { quantity }) => sum + quantity, 0)
  const value = (side: 'BUY' | 'SELL') => of(side).reduce((sum, trade) => sum + trade.quantity * trade.pricePaise, 0)
  const bought = { buyQuantity: shares('BUY'), buyValuePaise: value('BUY') }
  const sold = { sellQuantity: shares('SELL'), sellValuePaise: value('SELL') }
  broker.held = [{ token: '3045', product: 'INTRADAY', ...bought, ...sold }]
}
