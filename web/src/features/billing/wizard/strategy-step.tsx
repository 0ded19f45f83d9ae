import { NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { StrategyParameters } from '../configuration/strategy-parameters.tsx'
import { lockedIf, type PaneProps } from './pane-props.ts'

export function StrategyStep({ form, isAdminSet }: PaneProps) {
  const locked = lockedIf(isAdminSet)
  return (
    <Stack gap="md">
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
        <NumberInput
          label="Buy threshold (optional)"
          prefix="₹"
          hideControls
          {...form.getInputProps('buy_threshold')}
        />
        <NumberInput
          label="Sell threshold (optional)"
          prefix="₹"
          hideControls
          {...form.getInputProps('sell_threshold')}
        />
      </SimpleGrid>
      {!isAdminSet && (
        <StrategyParameters
          botType={form.values.bot_type}
          values={form.values.strategy_parameters}
          errorOf={(field) => form.errors[field]}
          onChange={(values) => {
            form.setFieldValue('strategy_parameters', values)
            for (const field of Object.keys(values)) form.clearFieldError(`strategy_parameters.${field}`)
          }}
        />
      )}
    </Stack>
  )
}
