import { NumberInput, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import type { AuthorParameter, AuthorValues } from '@trading-bot/contract/rest/trading/author-parameters'
import type { ReactNode } from 'react'

type Props = {
  /** What the code declares. */
  parameters: readonly AuthorParameter[]
  /** A parameter that is not among them has its default. */
  values: AuthorValues
  onChange: (values: AuthorValues) => void
  /** The server's refusals, by the name of the parameter. */
  errors?: Readonly<Record<string, ReactNode>>
}

/** The form of the parameters that a bot's author declares in code: a field by its type, with its help and range. */
export function AuthorParameterFields({ parameters, values, onChange, errors = {} }: Props) {
  if (parameters.length === 0) return null
  const set = (name: string, value: number | boolean | '') => {
    const { [name]: _, ...others } = values
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <Stack gap="sm" component="section" aria-label="Parameters of the code">
      <div>
        <Title order={3}>Parameters of the code</Title>
        <Text size="sm" c="dimmed">
          Declared by the bot’s author. An empty field uses the default.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {parameters.map((one) => {
          const value = values[one.name]
          return one.type === 'bool' ? (
            <Switch
              key={one.name}
              label={one.label}
              description={one.help || undefined}
              checked={Boolean(value ?? one.default)}
              onChange={(event) => set(one.name, event.currentTarget.checked)}
              error={errors[one.name]}
            />
          ) : (
            <NumberInput
              key={one.name}
              label={one.label}
              description={`${one.help === '' ? '' : `${withStop(one.help)} `}${rangeOf(one)}`}
              placeholder={`${String(one.default)} (default)`}
              allowDecimal={one.type === 'decimal'}
              clampBehavior="none"
              min={one.min}
              max={one.max}
              step={one.step}
              value={typeof value === 'number' ? value : ''}
              onChange={(typed) => set(one.name, typed === '' ? '' : Number(typed))}
              error={errors[one.name] ?? outsideOf(one, value)}
            />
          )
        })}
      </SimpleGrid>
    </Stack>
  )
}

function rangeOf({ min, max }: AuthorParameter): string {
  return `From ${min} to ${max}.`
}

/** The server's sentence, said while the value is being typed. */
function outsideOf({ label, min, max }: AuthorParameter, value: number | boolean | undefined): string | undefined {
  if (typeof value !== 'number' || (value >= min && value <= max)) return undefined
  return `${label} must be between ${min} and ${max}.`
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
