import { NumberInput, type NumberInputProps, SimpleGrid } from '@mantine/core'
import { isTwoSided as hasTwoSides } from '@trading-bot/contract/rest/billing/plans'
import { RUPEES } from '../../../lib/forms/rupees-input.ts'

type Field = 'capital_amount' | 'long_capital_amount' | 'short_capital_amount'
type Props = {
  isTwoSided: boolean
  fieldProps: (field: Field) => NumberInputProps
  /** What a position of this capital costs to enter and leave. */
  costOf?: (field: Field) => string | null
}

/** The capital of the bot: one amount, or one for each side. */
export function CapitalFields({ isTwoSided, fieldProps, costOf }: Props) {
  if (isTwoSided) {
    return (
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <NumberInput
          label="Long Capital Amount"
          description={costOf?.('long_capital_amount')}
          {...RUPEES}
          {...fieldProps('long_capital_amount')}
        />
        <NumberInput
          label="Short Capital Amount"
          description={costOf?.('short_capital_amount')}
          {...RUPEES}
          {...fieldProps('short_capital_amount')}
        />
      </SimpleGrid>
    )
  }
  return (
    <NumberInput
      label="Capital Amount"
      description={['What the bot may use at most. You can change it at any time.', costOf?.('capital_amount')]
        .filter(Boolean)
        .join(' ')}
      {...RUPEES}
      {...fieldProps('capital_amount')}
    />
  )
}

/** Adds what is wrong with the typed amount, unless the form already says something. */
export function withError(props: NumberInputProps, sentence: string | null): NumberInputProps {
  return { ...props, error: props.error ?? sentence }
}

/** The side with the least: its positions are the smallest. */
export function smallestCapital(
  values: Readonly<Record<Field, number | string>>,
  botType: string | null | undefined,
): number | string {
  if (!hasTwoSides(botType)) return values.capital_amount
  const [long, short] = [values.long_capital_amount, values.short_capital_amount]
  return Number(short) > 0 && Number(short) < Number(long) ? short : long
}
