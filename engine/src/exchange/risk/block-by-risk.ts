import type { Exchange } from '../state/exchange.ts'
import type { ExchangeOrder } from '../state/exchange-order.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'

type BlockOptions = { readonly forMs: number; readonly text?: string }

/** For a time the broker's risk system rejects every new order and change of the account, after acknowledging it. */
export function blockByRisk(exchange: Exchange, account: ExchangeAccount, { forMs, text }: BlockOptions): void {
  account.riskBlock = { untilMs: exchange.clock.nowMs() + forMs, text: text ?? null }
}

/** The text of the rejection; null while the risk system lets orders pass. */
export function riskBlockText(exchange: Exchange, account: ExchangeAccount, order: ExchangeOrder): string | null {
  const { riskBlock } = account
  if (riskBlock === null || exchange.clock.nowMs() >= riskBlock.untilMs) return null
  return riskBlock.text ?? `RMS:Blocked for ${order.tradingSymbol} nse_cm ${order.product} block type: ALL`
}
