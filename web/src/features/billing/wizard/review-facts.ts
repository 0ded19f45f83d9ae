import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { hasEmaPeriod, parameterFacts } from '../configuration/strategy-parameters.tsx'
import { chargeOf, cycleLabel, type SelectedPlan } from '../plans/selected-plan.ts'
import type { WizardValues } from './wizard-values.ts'

type Fact = readonly [label: string, value: string | number]

/** Each choice once, under one label, and only what the chosen bot type has. */
export function reviewFacts(values: WizardValues, plan: SelectedPlan, isAdminSet: boolean): readonly Fact[] {
  const { bot_type, more_symbols } = values
  const amount = (value: number | string) => (Number(value) > 0 ? formatRupees(Number(value)) : 'None')
  const flag = (isOn: boolean) => (isOn ? 'On' : 'Off')
  const percent = (value: number | string, isOn: boolean) => (isOn ? `${value} %` : 'Off')
  return [
    ['Plan', plan.name],
    ['Plan price', `${formatRupees(chargeOf(plan))} per ${cycleLabel(plan)}`],
    ['Bot type', BOT_TYPE_LABELS[bot_type]],
    [more_symbols.length > 0 ? 'Symbols' : 'Symbol', [values.symbol, ...more_symbols].join(', ')],
    ...only(!isAdminSet, ['Token', values.token]),
    ['Quantity', values.quantity],
    ['Price', amount(values.price)],
    ...only(hasEmaPeriod(bot_type), ['EMA period', values.ema_period]),
    ['Stop loss', percent(values.stop_loss_percentage, values.enable_stop_loss)],
    ['Target profit', percent(values.target_profit_percentage, values.enable_target_profit)],
    ...only(bot_type === 'ema_strategy', ['Buy threshold', amount(values.buy_threshold)]),
    ...only(bot_type === 'ema_strategy', ['Sell threshold', amount(values.sell_threshold)]),
    ...(isAdminSet ? [] : parameterFacts(bot_type, values.strategy_parameters)),
    ['Max orders per day', values.max_orders_per_day],
    ['Max loss per day', amount(values.max_loss_per_day)],
    ['Daily limits', flag(values.enable_daily_limits)],
    ['Email notifications', flag(values.email_notifications)],
    ['SMS notifications', flag(values.sms_notifications)],
    ['Telegram notifications', flag(values.telegram_notifications)],
    ['Mode', values.mode === 'live' ? 'Live (real money, once you start the bot)' : 'Paper (no real orders)'],
  ]
}

function only(isShown: boolean, fact: Fact): readonly Fact[] {
  return isShown ? [fact] : []
}
