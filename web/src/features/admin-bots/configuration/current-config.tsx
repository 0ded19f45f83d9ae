import { Text } from '@mantine/core'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import type { BotConfigView } from '@trading-bot/contract/rest/trading/bot-config'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { Facts } from '../../../ui/figures/facts.tsx'

function valueText(value: number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value)
}

export function CurrentConfig({ view }: { view: BotConfigView }) {
  const limit = (amount: number | null, format = formatRupees) =>
    amount === null ? (
      <Text span inherit c="dimmed">
        None
      </Text>
    ) : (
      format(amount)
    )
  const onOff = (is: boolean) => (is ? 'On' : 'Off')
  return (
    <Facts
      items={[
        ['Bot type', BOT_TYPE_LABELS[view.bot_type]],
        ['Version', `${view.version} (saved version ${view.version_number})`],
        ['Symbol', view.symbol === '' ? 'Several' : `${view.symbol} (${view.token})`],
        ['Interval', INTERVAL_LABELS[view.interval]],
        ['Quantity', view.quantity],
        ['EMA period', view.ema_period],
        ['Stop loss', `${view.stop_loss_percent} %`],
        ['Target profit', `${view.target_profit_percent} %`],
        ['Max trades per day', view.max_trades_per_day],
        ['Max loss per day', limit(view.max_loss_per_day)],
        ['Max profit per day', limit(view.max_profit_per_day)],
        ['Max loss per week', limit(view.max_loss_per_week)],
        ['Max drawdown', limit(view.max_drawdown)],
        ['Max open value', limit(view.max_open_value)],
        ['Trailing stop', limit(view.trailing_stop_percent, (percent) => `${percent} %`)],
        ...view.parameters.map(
          ({ name, label, default: usual }) =>
            [label, valueText(view.author_parameters[name] ?? usual)] as [string, string],
        ),
        ['Active', onOff(view.is_active)],
        ['Auto trade', onOff(view.auto_trade)],
        ['Backtest mode', onOff(view.backtest_mode)],
      ]}
    />
  )
}
