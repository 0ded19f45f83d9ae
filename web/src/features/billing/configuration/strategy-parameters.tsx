import { Checkbox, Fieldset, NumberInput, SimpleGrid } from '@mantine/core'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterSpec } from '@trading-bot/core/strategies/parameter'
import type { ReactNode } from 'react'
import type { NumberInputValue } from './own-parameters.ts'

/** By parameter; a missing one is the administrator's. */
export type StrategyParameterValues = Readonly<Record<string, NumberInputValue | boolean>>

type Props = {
  botType: string
  values: StrategyParameterValues
  errorOf: (field: string) => ReactNode
  onChange: (values: StrategyParameterValues) => void
}

/** The chosen strategy's own parameters beside the ones that every bot has. */
export function StrategyParameters({ botType, values, errorOf, onChange }: Props) {
  const own = ownSchema(botType)
  if (own.length === 0) return null
  return (
    <Fieldset legend={`Parameters of the ${findStrategy(botType)?.name}`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {own.map(([field, { type, label, help, min, max, step, default: preset }]) =>
          type === 'bool' ? (
            <Checkbox
              key={field}
              label={label}
              description={help}
              checked={Boolean(values[field] ?? preset)}
              onChange={(event) => onChange({ ...values, [field]: event.currentTarget.checked })}
            />
          ) : (
            <NumberInput
              key={field}
              label={label}
              description={`${help} ${min} to ${max}.`}
              placeholder="As the bot is set"
              allowDecimal={type !== 'int'}
              step={step}
              hideControls
              value={typeof values[field] === 'boolean' ? '' : (values[field] ?? '')}
              error={errorOf(`strategy_parameters.${field}`)}
              onChange={(value) => onChange({ ...values, [field]: value })}
            />
          ),
        )}
      </SimpleGrid>
    </Fieldset>
  )
}

// The wizard has fields of its own with these names, in rupees or for every bot.
const OTHER_LABELS: Readonly<Record<string, string>> = {
  buy_threshold: 'Signal level to buy',
  sell_threshold: 'Signal level to sell',
  fast_ema_period: 'Bars of the fast average',
}

/** Other strategies know no average of that length. */
export function hasEmaPeriod(botType: string): boolean {
  return Object.hasOwn(findStrategy(botType)?.parameters ?? {}, 'ema_period')
}

/** Every parameter of the strategy but the EMA period, which has a field of its own. */
function ownSchema(botType: string): (readonly [string, ParameterSpec])[] {
  return Object.entries(findStrategy(botType)?.parameters ?? {})
    .filter(([field]) => field !== 'ema_period')
    .map(([field, spec]) => [field, { ...spec, label: OTHER_LABELS[field] ?? spec.label }] as const)
}

/** What was chosen, for the request: empty fields stay the administrator's. */
export function chosenParameters(botType: string, values: StrategyParameterValues): Record<string, number | boolean> {
  return Object.fromEntries(
    ownSchema(botType).flatMap(([field]) => {
      const value = values[field]
      if (value === undefined || value === '') return []
      return [[field, typeof value === 'boolean' ? value : Number(value)] as const]
    }),
  )
}

/** The chosen ones with their labels, for the review. */
export function parameterFacts(botType: string, values: StrategyParameterValues): (readonly [string, string])[] {
  const chosen = chosenParameters(botType, values)
  return ownSchema(botType).flatMap(([field, { label }]) => {
    const value = chosen[field]
    if (value === undefined) return []
    return [[label, typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)] as const]
  })
}
