import { NumberInput, SimpleGrid } from '@mantine/core'
import { lockedIf, type PaneProps } from './pane-props.ts'

export function StrategyStep({ form, isAdminSet }: PaneProps) {
  const locked = lockedIf(isAdminSet)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <NumberInput
        label="EMA period"
        allowDecimal={false}
        hideControls
        {...locked}
        {...form.getInputProps('ema_period')}
      />
      <NumberInput
        label="Stop loss %"
        step={0.1}
        hideControls
        {...locked}
        {...form.getInputProps('stop_loss_percentage')}
      />
      <NumberInput
        label="Target profit %"
        step={0.1}
        hideControls
        {...locked}
        {...form.getInputProps('target_profit_percentage')}
      />
      <NumberInput label="Buy threshold (optional)" prefix="₹" hideControls {...form.getInputProps('buy_threshold')} />
      <NumberInput
        label="Sell threshold (optional)"
        prefix="₹"
        hideControls
        {...form.getInputProps('sell_threshold')}
      />
    </SimpleGrid>
  )
}
