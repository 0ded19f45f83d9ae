import { NativeSelect, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { QUANTITY_NOTE } from '../../../lib/position-size-words.ts'
import { useQuery } from '@tanstack/react-query'
import { BOT_TYPE_LABELS, BOT_TYPES, type BotType, listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { MoreSymbols } from '../configuration/more-symbols.tsx'
import { lockedIf, type PaneProps } from './pane-props.ts'
import { withBotType } from './wizard-values.ts'

const TYPES = BOT_TYPES.map((value) => ({ value, label: BOT_TYPE_LABELS[value] }))

export function TradingStep({ form, plan, isAdminSet }: PaneProps) {
  const symbols = useQuery({ ...queryOf(listSymbols, {}), enabled: !isAdminSet })
  const choices = symbols.data?.map(({ symbol, name }) => ({ value: symbol, label: `${symbol} · ${name}` })) ?? []
  const chooseSymbol = (symbol: string) => {
    form.setFieldValue('symbol', symbol)
    form.setFieldValue('more_symbols', (more) => more.filter((other) => other !== symbol))
    form.setFieldValue('token', symbols.data?.find((row) => row.symbol === symbol)?.token ?? '')
  }
  return (
    <>
      {isAdminSet && (
        <Text size="sm" c="dimmed">
          The administrator sets how this plan&rsquo;s bot trades. You set its capital after the payment.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {!isAdminSet && (
          <NativeSelect
            label="Bot type"
            data={TYPES}
            {...form.getInputProps('bot_type')}
            onChange={(event) => form.setValues(withBotType(event.currentTarget.value as BotType))}
          />
        )}
        {isAdminSet ? (
          <TextInput label="Stock symbol" {...lockedIf(true)} {...form.getInputProps('symbol')} />
        ) : (
          <NativeSelect
            label="Stock symbol"
            data={[{ value: '', label: symbols.isPending ? 'Loading symbols…' : 'Select a symbol' }, ...choices]}
            {...form.getInputProps('symbol')}
            onChange={(event) => chooseSymbol(event.currentTarget.value)}
          />
        )}
        {!isAdminSet && (
          <MoreSymbols
            choices={choices}
            symbol={form.values.symbol}
            value={form.values.more_symbols}
            most={plan.max_symbols}
            error={form.errors['allowed_symbols']}
            onChange={(symbols) => {
              form.setFieldValue('more_symbols', symbols)
              form.clearFieldError('allowed_symbols')
            }}
          />
        )}
        <TextInput label="Token" {...lockedIf(true)} {...form.getInputProps('token')} />
        <NumberInput
          label="Quantity"
          description={`At most ${plan.max_quantity ?? 1000} a trade. ${QUANTITY_NOTE}`}
          allowDecimal={false}
          hideControls
          {...lockedIf(isAdminSet)}
          {...form.getInputProps('quantity')}
        />
        <NumberInput
          label="Price (optional)"
          prefix="₹"
          decimalScale={2}
          hideControls
          {...form.getInputProps('price')}
        />
      </SimpleGrid>
    </>
  )
}
