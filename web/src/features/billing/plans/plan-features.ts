import type { BotPlan, Plan, PlanBot } from '@trading-bot/contract/rest/billing/plans'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { AnyPlan } from './selected-plan.ts'

/**
 * What a plan includes. A bot plan's lines come from the settings that its bot trades with, so that card and bot cannot
 * disagree; nothing is listed that the product does not have, or this installation does not offer. It never mentions
 * possible profits.
 */
export function planFeatures(plan: AnyPlan, offers: Offers): readonly string[] {
  if (!('bot_type' in plan))
    return [...allowanceLines(plan, offers), ...historyLines(plan.history_runs_per_month), ...plan.features]
  return [...(plan.bot ? botLines(plan.bot) : ['This bot is not available yet']), ...historyLines(runsOf(plan))]
}

/** What this installation offers. */
export type Offers = { readonly live_trading: boolean; readonly telegram: boolean }

function allowanceLines({ max_symbols, allows_live, allows_telegram }: Plan, { live_trading, telegram }: Offers) {
  return [
    'One bot of any type',
    max_symbols === 1 ? 'Trades one symbol' : `Trades up to ${max_symbols} symbols`,
    live_trading ? (allows_live ? 'Paper and live trading' : 'Paper trading only') : 'Paper trading',
    telegram && allows_telegram ? 'Alerts by e-mail and Telegram' : 'Alerts by e-mail',
  ]
}

function botLines(bot: PlanBot): string[] {
  const { symbols, directions, stop_loss_percentage, target_profit_percentage, trailing_stop_percentage } = bot
  return [
    `Up to ${bot.max_orders_per_day} entry order${bot.max_orders_per_day === 1 ? '' : 's'} a day`,
    symbols.length === 1 ? `Trades ${symbols[0]}` : `Trades ${symbols.length} symbols`,
    ...(directions === null ? [] : [directions === 'both' ? 'Long and short' : 'Long only']),
    `Decides on bars of ${INTERVAL_LABELS[bot.interval]}`,
    `At most ${formatNumber(bot.max_quantity)} shares an order`,
    // Without their figures: a card has no percentages, so that none can be read as a return.
    ...(stop_loss_percentage === null ? [] : ['Stop loss']),
    ...(trailing_stop_percentage === null ? [] : ['Trailing stop']),
    ...(target_profit_percentage === null ? [] : ['Target exit']),
    ...(bot.max_loss_per_day === null ? [] : [`Stops for the day at a loss of ${formatRupees(bot.max_loss_per_day)}`]),
    ...(bot.max_profit_per_day === null
      ? []
      : [`Stops for the day at a profit of ${formatRupees(bot.max_profit_per_day)}`]),
  ]
}

function runsOf(plan: BotPlan): number {
  return plan.backtesting_enabled ? plan.history_runs_per_month : 0
}

function historyLines(runs: number): string[] {
  return runs === 0 ? [] : [`Try it on history: ${runs} run${runs === 1 ? '' : 's'} a month`]
}
