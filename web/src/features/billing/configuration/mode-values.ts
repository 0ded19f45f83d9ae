import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { type BotConfiguration, modeOf, type OnRefusedStop } from '@trading-bot/contract/rest/billing/subscriptions'

export type ModeValues = { mode: TradingMode; is_active: boolean; on_refused_stop: OnRefusedStop }

export function initialMode(saved: BotConfiguration | null): ModeValues {
  return {
    mode: saved ? modeOf(saved) : 'paper',
    is_active: saved?.is_active ?? true,
    on_refused_stop: saved?.on_refused_stop ?? 'close',
  }
}

/** Only changed fields are sent, so that saving the capital never changes the mode. */
export function modeRequest({ mode, is_active, on_refused_stop }: ModeValues, saved: BotConfiguration | null) {
  const before = initialMode(saved)
  return {
    ...(mode !== before.mode && modeFlags(mode)),
    ...(is_active !== before.is_active && { is_active }),
    ...(on_refused_stop !== before.on_refused_stop && { on_refused_stop }),
  }
}

export function modeFlags(mode: TradingMode) {
  return mode === 'live' ? { auto_trade: true, backtest_mode: false } : { auto_trade: false, backtest_mode: true }
}
