import { Checkbox, Group, MultiSelect, NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  BOT_TYPE_LABELS,
  type BotType,
  listSymbols,
  type TradingSymbol,
} from '@trading-bot/contract/rest/billing/plans'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { QUANTITY_NOTE, roundTripWords } from '../../../lib/position-size-words.ts'
import { NearMoveWarning } from '../../../ui/feedback/near-move-warning.tsx'
import { useOrderValueCheck } from '../../../lib/queries/use-order-value-check.ts'
import { type BotValues, takesMany, withType } from './bot-values.ts'

type Props = { form: UseFormReturnType<BotValues> }

const TYPES = Object.entries(BOT_TYPE_LABELS).map(([value, label]) => ({ value, label }))
const INTERVAL_CHOICES = Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }))
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'testing', label: 'Testing' },
]
const GRID = { cols: { base: 1, xs: 2, sm: 3 }, spacing: 'md', verticalSpacing: 'md' } as const

export function BotFields({ form }: Props) {
  const isTwoSided = takesMany(form.values.bot_type)
  const { multiple_symbols, symbol } = form.values
  const names = multiple_symbols.length > 0 ? multiple_symbols.map((one) => one.symbol) : [symbol]
  const { checkCapital, checkOpenValue } = useOrderValueCheck(names)
  return (
    <>
      <SimpleGrid {...GRID}>
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <Select
          label="Bot Type"
          withAsterisk
          allowDeselect={false}
          data={TYPES}
          {...form.getInputProps('bot_type')}
          onChange={(type) => type && form.setValues(withType(form.values, type as BotType))}
        />
        <Select label="Status" allowDeselect={false} data={STATUSES} {...form.getInputProps('status')} />
        <TextInput label="Version" {...form.getInputProps('version')} />
        <SymbolFields form={form} />
      </SimpleGrid>
      <Textarea label="Description" autosize minRows={1} maxRows={4} {...form.getInputProps('description')} />
      <Textarea
        label="Rule in words"
        description="On the sheet that buyers read. A Python program needs it before it is registered as a white box."
        autosize
        minRows={1}
        maxRows={8}
        {...form.getInputProps('rule_in_words')}
      />
      <Textarea
        label="Known risks"
        description="When this bot is likely to lose. A Python program needs it before it is registered as a white box."
        autosize
        minRows={1}
        maxRows={8}
        {...form.getInputProps('known_risks')}
      />
      <SimpleGrid {...GRID}>
        <Select
          label="Interval"
          description="Bars that the bot decides on. Stops and targets act on every price."
          allowDeselect={false}
          data={INTERVAL_CHOICES}
          {...form.getInputProps('interval')}
        />
        <NumberInput label="Quantity" description={QUANTITY_NOTE} min={1} {...form.getInputProps('quantity')} />
        <NumberInput label="EMA Period" min={1} {...form.getInputProps('ema_period')} />
        <NumberInput label="Historical Days" min={1} {...form.getInputProps('historical_days')} />
        <Rupees
          form={form}
          field="long_capital_amount"
          label={isTwoSided ? 'Long Capital' : 'Capital'}
          check={checkCapital}
          describe={(amount) => roundTripWords(amount, names.length)}
        />
        {isTwoSided && (
          <Rupees
            form={form}
            field="short_capital_amount"
            label="Short Capital"
            check={checkCapital}
            describe={(amount) => roundTripWords(amount, names.length)}
          />
        )}
        <NumberInput label="Stop Loss %" step={0.1} {...form.getInputProps('stop_loss_percent')} />
        <NumberInput label="Target Profit %" step={0.1} {...form.getInputProps('target_profit_percent')} />
        <NumberInput label="Buy Threshold" step={0.01} placeholder="Default" {...form.getInputProps('buy_threshold')} />
        <NumberInput
          label="Sell Threshold"
          step={0.01}
          placeholder="Default"
          {...form.getInputProps('sell_threshold')}
        />
        <NumberInput label="Max Trades per Day" min={1} {...form.getInputProps('max_trades_per_day')} />
        <Rupees form={form} field="max_loss_per_day" label="Max Loss per Day" />
        <Rupees form={form} field="max_profit_per_day" label="Max Profit per Day" />
        <Rupees form={form} field="max_loss_per_week" label="Max Loss per Week" />
        <Rupees form={form} field="max_drawdown" label="Max Drawdown" />
        <Rupees form={form} field="max_open_value" label="Max Open Value" check={checkOpenValue} />
        <NumberInput
          label="Trailing Stop %"
          step={0.1}
          placeholder="None"
          {...form.getInputProps('trailing_stop_percent')}
        />
      </SimpleGrid>
      <NearMoveWarning
        stop={form.values.stop_loss_percent}
        target={form.values.target_profit_percent}
        capital={
          isTwoSided && form.values.short_capital_amount < form.values.long_capital_amount
            ? form.values.short_capital_amount
            : form.values.long_capital_amount
        }
        symbols={names.length}
      />
      <Group gap="lg">
        <Checkbox label="Active" {...form.getInputProps('is_active', { type: 'checkbox' })} />
        <Checkbox label="Auto trade" {...form.getInputProps('auto_trade', { type: 'checkbox' })} />
        <Checkbox label="Backtest mode" {...form.getInputProps('backtest_mode', { type: 'checkbox' })} />
      </Group>
    </>
  )
}

type AmountField = Extract<keyof BotValues, `max_${string}` | `${string}_capital_amount`>
type RupeesProps = Props & {
  field: AmountField
  label: string
  check?: (amount: number | string) => string | null
  describe?: (amount: number | string) => string | null
}

function Rupees({ form, field, label, check, describe }: RupeesProps) {
  const props = form.getInputProps(field)
  return (
    <NumberInput
      label={label}
      description={describe?.(form.values[field])}
      prefix="₹"
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      step={0.01}
      hideControls
      {...props}
      error={props.error ?? check?.(form.values[field])}
    />
  )
}

/** A single symbol also sets its token; several symbols are a list of their own. */
function SymbolFields({ form }: Props) {
  const symbols = useQuery(queryOf(listSymbols, {}))
  const known = symbols.data ?? []
  const chosen = form.values.multiple_symbols
  if (takesMany(form.values.bot_type)) {
    return (
      <>
        <MultiSelect
          label="Symbols"
          withAsterisk
          searchable
          data={known.map(({ symbol }) => symbol)}
          value={chosen.map(({ symbol }) => symbol)}
          onChange={(names) =>
            form.setFieldValue(
              'multiple_symbols',
              names.flatMap((name) => choiceOf(known, name)),
            )
          }
          error={form.errors['multiple_symbols'] ?? form.errors['symbol']}
        />
        <TextInput
          label="Token"
          value={form.values.token}
          onChange={(event) => form.setFieldValue('token', event.currentTarget.value)}
        />
      </>
    )
  }
  if (form.values.bot_type === 'custom_strategy') return <ScriptSymbols form={form} known={known} />
  return (
    <>
      <Select
        label="Symbol"
        withAsterisk
        searchable
        allowDeselect={false}
        data={known.length > 0 ? known.map(({ symbol }) => symbol) : [form.values.symbol].filter((name) => name !== '')}
        value={form.values.symbol || null}
        onChange={(name) => {
          const [choice] = choiceOf(known, name ?? '')
          if (choice) form.setValues({ symbol: choice.symbol, token: choice.token, multiple_symbols: [] })
        }}
        error={form.errors['symbol']}
        description={chosen.length > 1 ? `Watches ${chosen.length} symbols; choosing one replaces them.` : undefined}
      />
      <TextInput label="Token" readOnly value={form.values.token} />
    </>
  )
}

/** One script serves all symbols of its bot: the first one, and any others. */
function ScriptSymbols({ form, known }: Props & { known: readonly TradingSymbol[] }) {
  const { symbol, token, multiple_symbols } = form.values
  const first = multiple_symbols[0] ?? { symbol, token, name: symbol }
  const others = multiple_symbols.slice(1)
  const names = known.map((one) => one.symbol)
  const set = (one: typeof first, more: typeof others) =>
    form.setValues({
      symbol: one.symbol,
      token: one.token,
      multiple_symbols: more.length === 0 ? [] : [one, ...more],
    })
  return (
    <>
      <Select
        label="Symbol"
        withAsterisk
        searchable
        allowDeselect={false}
        data={names.length > 0 ? names : [first.symbol].filter((name) => name !== '')}
        value={first.symbol || null}
        onChange={(name) => {
          const [choice] = choiceOf(known, name ?? '')
          const rest = others.filter((one) => one.symbol !== name)
          if (choice) set(choice, rest)
        }}
        error={form.errors['symbol'] ?? form.errors['multiple_symbols']}
      />
      <TextInput label="Token" readOnly value={first.token} />
      <MultiSelect
        label="Other symbols"
        description="The same script gets their bars too."
        searchable
        disabled={first.symbol === ''}
        data={names.filter((name) => name !== first.symbol)}
        value={others.map((one) => one.symbol)}
        onChange={(chosen) =>
          set(
            first,
            chosen.flatMap((name) => choiceOf(known, name)),
          )
        }
      />
    </>
  )
}

function choiceOf(known: readonly TradingSymbol[], wanted: string) {
  const found = known.find(({ symbol }) => symbol === wanted)
  return found ? [{ symbol: found.symbol, token: found.token, name: found.name }] : []
}
