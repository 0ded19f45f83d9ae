import { Text } from '@mantine/core'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { Facts } from '../../../ui/figures/facts.tsx'
import { parameterFacts } from '../configuration/strategy-parameters.tsx'
import { chargeOf, cycleLabel } from '../plans/selected-plan.ts'
import type { PaneProps } from './pane-props.ts'

/** Every choice of the steps before, so that nothing is bought unseen. */
export function ReviewStep({ form: { values }, plan, isAdminSet }: PaneProps) {
  const amount = (value: number | string) => (Number(value) > 0 ? formatRupees(Number(value)) : 'None')
  const flag = (isOn: boolean) => (isOn ? 'On' : 'Off')
  const symbols = [values.symbol, ...values.more_symbols].join(', ')
  return (
    <>
      <Facts
        items={[
          ['Plan', plan.name],
          ['Price', `${formatRupees(chargeOf(plan))} per ${cycleLabel(plan)}`],
          ['Bot type', BOT_TYPE_LABELS[values.bot_type]],
          [values.more_symbols.length > 0 ? 'Symbols' : 'Symbol', symbols],
          ...(isAdminSet ? [] : [['Token', values.token] as const]),
          ['Quantity', values.quantity],
          ['Price', amount(values.price)],
          ['EMA period', values.ema_period],
          ['Stop loss', `${values.stop_loss_percentage} %`],
          ['Target profit', `${values.target_profit_percentage} %`],
          ['Buy threshold', amount(values.buy_threshold)],
          ['Sell threshold', amount(values.sell_threshold)],
          ...(isAdminSet ? [] : parameterFacts(values.bot_type, values.strategy_parameters)),
          ['Max orders per day', values.max_orders_per_day],
          ['Max loss per day', amount(values.max_loss_per_day)],
          ['Stop loss', flag(values.enable_stop_loss)],
          ['Target profit on', flag(values.enable_target_profit)],
          ['Daily limits on', flag(values.enable_daily_limits)],
          ['Email notifications', flag(values.email_notifications)],
          ['SMS notifications', flag(values.sms_notifications)],
          ['Telegram notifications', flag(values.telegram_notifications)],
          ['Mode', values.mode === 'live' ? 'Live (real money, once you start the bot)' : 'Paper (no real orders)'],
        ]}
      />
      <Text size="sm" c="dimmed">
        You pay in the next step. Nothing is charged before you confirm.
      </Text>
    </>
  )
}
