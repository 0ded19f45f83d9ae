import { Fieldset, NumberInput, type NumberInputProps, SimpleGrid, Text } from '@mantine/core'
import type { AdminBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { RUPEES } from '../../../lib/forms/rupees-input.ts'
import type { LimitField } from './limit-values.ts'

const FIELDS = [
  ['max_loss_per_day', 'Max loss per day', 'Closes everything and stops until the next session.'],
  ['max_loss_per_week', 'Max loss per week', 'Closes everything and stops until Monday.'],
  ['max_drawdown', 'Max drawdown', 'How far you may fall below your best result. Stops until you change it.'],
  ['max_profit_per_day', 'Profit to stop at', 'Closes everything once the day has made this much.'],
  ['max_open_value', 'Max open value', 'Open positions and orders together. Orders are made smaller to fit.'],
  ['trailing_stop_percentage', 'Trailing stop %', 'The stop follows the best price at this distance, never back.'],
] as const satisfies readonly (readonly [LimitField, string, string])[]

type Props = {
  /** Null where the administrator sets no limits. */
  settings: AdminBotSettings | null
  fieldProps: (field: LimitField) => NumberInputProps
}

/** The user's own limits. They can only be stricter than the administrator's. */
export function LimitFields({ settings, fieldProps }: Props) {
  return (
    <Fieldset legend="Your limits">
      <Text size="sm" c="dimmed" mb="md">
        Losses and profits are net of charges, with open positions at what closing them now would bring. Leave a field
        empty for no limit of your own.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {FIELDS.map(([field, label, help]) => (
          <NumberInput
            key={field}
            label={label}
            description={`${help}${capText(field, settings?.[field] ?? null)}`}
            placeholder="None"
            {...(field === 'trailing_stop_percentage' ? PERCENT : RUPEES)}
            {...fieldProps(field)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

const PERCENT: NumberInputProps = { step: 0.1, decimalScale: 2, suffix: ' %', hideControls: true, inputMode: 'decimal' }

function capText(field: LimitField, most: number | null): string {
  if (most === null) return ''
  const amount = field === 'trailing_stop_percentage' ? `${most} %` : formatRupees(most)
  return ` The administrator's limit is ${amount}.`
}
