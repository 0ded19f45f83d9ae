import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { BotStatus, TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { BotSettings, capitalPaiseOf } from './settings/bot-settings.ts'
import type { BotInstanceDetails } from './bot-store.ts'

export function botView(line: BotInstanceDetails): Bot {
  const settings = BotSettings.parse(line.settings)
  const { botType, instruments, limits } = settings
  return {
    id: line.id,
    name: line.name,
    user: { id: line.user_id, email: line.email, username: line.username },
    // A plan past its end is swept within a minute, but its instance stops trading at that moment.
    status: BotStatus.parse(line.is_plan_ended ? 'stopped' : line.status),
    status_reason: line.status_reason,
    mode: TradingMode.parse(line.mode),
    bot_type: botType,
    strategy: { id: line.strategy_id, name: line.strategy_name, version: line.version },
    symbols: instruments.map(({ symbol }) => symbol),
    capital_amount: capitalPaiseOf(settings) / 100,
    max_orders_per_day: limits.maxEntriesPerDay,
    is_copy: line.is_copy,
    is_participating: !line.is_plan_ended && isParticipating(line),
    is_plan_ended: line.is_plan_ended,
    ended_at: line.plan_ended_at?.toISOString() ?? null,
    open_positions: line.open_positions,
    total_trades: line.total_trades,
    total_pnl: Number(line.total_pnl_paise) / 100,
    started_at: line.started_at?.toISOString() ?? null,
    created_at: line.created_at.toISOString(),
    updated_at: line.updated_at.toISOString(),
  }
}

export function isParticipating({ status }: { readonly status: string }): boolean {
  return status === 'running' || status === 'paused' || status === 'error'
}
