import { BotType, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { BotConfiguration, OnRefusedStop } from '@trading-bot/contract/rest/billing/subscriptions'
import type { ConfigurationRow } from './configuration-store.ts'

export function configurationView(row: ConfigurationRow): BotConfiguration {
  const [capital, long, short] = [row.capital_paise, row.long_capital_paise, row.short_capital_paise].map(rupees)
  return {
    bot_type: row.bot_type === null ? null : BotType.parse(row.bot_type),
    symbol: row.symbol,
    token: row.token,
    quantity: row.quantity,
    price: rupeesOrNull(row.price_paise),
    ema_period: row.ema_period,
    stop_loss_percentage: row.stop_loss_bps / 100,
    target_profit_percentage: row.target_profit_bps / 100,
    buy_threshold: rupeesOrNull(row.buy_threshold_paise),
    sell_threshold: rupeesOrNull(row.sell_threshold_paise),
    max_orders_per_day: row.max_orders_per_day,
    max_loss_per_day: rupeesOrNull(row.max_loss_per_day_paise),
    max_profit_per_day: rupeesOrNull(row.max_profit_per_day_paise),
    max_loss_per_week: rupeesOrNull(row.max_loss_per_week_paise),
    max_drawdown: rupeesOrNull(row.max_drawdown_paise),
    max_open_value: rupeesOrNull(row.max_open_value_paise),
    trailing_stop_percentage: row.trailing_stop_bps === null ? null : row.trailing_stop_bps / 100,
    capital_amount: capital ?? 0,
    long_capital_amount: long ?? 0,
    short_capital_amount: short ?? 0,
    on_refused_stop: OnRefusedStop.parse(row.on_refused_stop),
    is_active: row.is_active,
    auto_trade: row.auto_trade,
    backtest_mode: row.backtest_mode,
    email_notifications: row.email_notifications,
    sms_notifications: row.sms_notifications,
    telegram_notifications: row.telegram_notifications,
    allowed_symbols: row.allowed_symbols,
    strategy_parameters: BotConfiguration.shape.strategy_parameters.parse(row.strategy_parameters),
    is_complete: isTwoSided(row.bot_type) ? Boolean(long && short) : Boolean(capital),
  }
}

export function rupees(paise: string | bigint): number {
  return Number(paise) / 100
}

function rupeesOrNull(paise: string | null): number | null {
  return paise === null ? null : rupees(paise)
}
