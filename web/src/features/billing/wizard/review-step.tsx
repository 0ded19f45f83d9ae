import { Text } from '@mantine/core'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { Facts } from '../../../ui/figures/facts.tsx'
import { chargeOf, cycleLabel } from '../plans/selected-plan.ts'
import type { PaneProps } from './pane-props.ts'

export function ReviewStep({ form: { values }, plan }: PaneProps) {
  return (
    <>
      <Facts
        items={[
          ['Plan', plan.name],
          ['Price', `${formatRupees(chargeOf(plan))} per ${cycleLabel(plan)}`],
          ['Bot type', BOT_TYPE_LABELS[values.bot_type]],
          ['Symbol', values.symbol],
          ['Quantity', values.quantity],
          ['EMA period', values.ema_period],
          ['Stop loss', `${values.stop_loss_percentage} %`],
          ['Target profit', `${values.target_profit_percentage} %`],
          ['Max orders per day', values.max_orders_per_day],
          ['Mode', values.mode === 'live' ? 'Live (real money, once you start the bot)' : 'Paper (no real orders)'],
        ]}
      />
      <Text size="sm" c="dimmed">
        The payment follows. Nothing is charged before you confirm it there.
      </Text>
    </>
  )
}
