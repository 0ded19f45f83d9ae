import type { AnyPlan } from './selected-plan.ts'

/** What a plan includes. It never mentions possible profits. */
export function planFeatures(plan: AnyPlan): readonly string[] {
  if (!('bot_type' in plan)) return plan.features
  const symbols = plan.allowed_symbols
  return [
    `Up to ${plan.max_trades_per_day} trades a day`,
    ...(symbols.length === 0
      ? []
      : [symbols.length === 1 ? `Trades ${symbols[0]}` : `Trades ${symbols.length} symbols`]),
    ...(plan.stop_loss_enabled ? ['Stop loss'] : []),
    ...(plan.target_profit_enabled ? ['Target exit'] : []),
    ...(plan.risk_management ? ['Risk management'] : []),
    ...(plan.backtesting_enabled ? ['Backtesting'] : []),
    ...(plan.real_time_alerts ? ['Real-time alerts'] : []),
    ...(plan.advanced_analytics ? ['Advanced analytics'] : []),
    ...(plan.priority_support ? ['Priority support'] : []),
    ...(plan.custom_strategies ? ['Custom strategies'] : []),
    ...(plan.api_access ? ['API access'] : []),
  ]
}
