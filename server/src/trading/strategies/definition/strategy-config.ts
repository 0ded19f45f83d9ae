import { INTERVALS } from '@trading-bot/core/intervals/interval'
import * as z from 'zod/mini'

/** A bot's configuration as the admin form saves it: one symbol as strings, several as a list with empty strings. */
export const BotConfig = z.object({
  version: z._default(z.string(), '1.0.0'),
  symbol: z._default(z.string(), ''),
  token: z._default(z.string(), ''),
  multiple_symbols: z._default(z.array(z.object({ symbol: z.string(), token: z.string(), name: z.string() })), []),
  // Versions saved before intervals could be chosen decide every minute.
  interval: z._default(z.enum(INTERVALS), '1m'),
  quantity: z._default(z.int(), 1),
  long_capital_amount: z._default(z.number(), 50_000),
  short_capital_amount: z._default(z.number(), 25_000),
  ema_period: z._default(z.int(), 20),
  stop_loss_percent: z._default(z.number(), 2),
  target_profit_percent: z._default(z.number(), 5),
  buy_threshold: z._default(z.nullable(z.number()), null),
  sell_threshold: z._default(z.nullable(z.number()), null),
  max_trades_per_day: z._default(z.int(), 5),
  max_loss_per_day: z._default(z.nullable(z.number()), 1000),
  max_profit_per_day: z._default(z.nullable(z.number()), 2000),
  max_loss_per_week: z._default(z.nullable(z.number()), null),
  max_drawdown: z._default(z.nullable(z.number()), null),
  max_open_value: z._default(z.nullable(z.number()), null),
  trailing_stop_percent: z._default(z.nullable(z.number()), null),
  is_active: z._default(z.boolean(), true),
  auto_trade: z._default(z.boolean(), false),
  backtest_mode: z._default(z.boolean(), true),
  historical_days: z._default(z.int(), 30),
  author_parameters: z._default(z.record(z.string(), z.union([z.number(), z.boolean()])), {}),
  rule_in_words: z._default(z.string(), ''),
  known_risks: z._default(z.string(), ''),
})
export type BotConfig = z.infer<typeof BotConfig>
