import { NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { NearMoveWarning } from '../../../ui/feedback/near-move-warning.tsx'
import { hasEmaPeriod, StrategyParameters } from '../configuration/strategy-parameters.tsx'
import { lockedIf, type PaneProps } from './pane-props.ts'

/** Only what the chosen bot type has; a hidden field keeps its default. */
export function StrategyStep({ form, plan, isAdminSet }: PaneProps) {
  const locked = lockedIf(isAdminSet)
  const { bot_type, symbol, more_symbols } = form.values
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {hasEmaPeriod(bot_type) && (
          <NumberInput
            label="EMA period"
            allowDecimal={false}
            hideControls
            {...locked}
            {...form.getInputProps('ema_period')}
          />
        )}
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
        {bot_type === 'ema_strategy' && (
          <>
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
          </>
        )}
      </SimpleGrid>
      <NearMoveWarning
        stop={form.values.stop_loss_percentage}
        target={form.values.target_profit_percentage}
        capital=""
        symbols={isAdminSet ? (plan.bot?.symbols.length ?? symbol.split(', ').length) : 1 + more_symbols.length}
      />
      {!isAdminSet && (
        <StrategyParameters
          botType={bot_type}
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
