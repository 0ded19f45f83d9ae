import { Checkbox, MultiSelect, NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { TradingSymbol } from '@trading-bot/contract/rest/billing/plans'
import { MOST_BACKTEST_BARS, MOST_BACKTEST_DAYS } from '@trading-bot/contract/rest/trading/bot-config'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { RUPEES } from '../../../lib/forms/rupees-input.ts'
import type { Choices } from './use-backtest-choices.ts'

const INTERVALS = Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }))
const SLIPPAGE = [
  { value: '0', label: 'None' },
  { value: '1', label: 'As expected' },
  { value: '2', label: 'Twice as much' },
  { value: '3', label: 'Three times as much' },
]
const BARS_A_YEAR = 375 * 250

type Props = {
  choices: Choices
  change: (part: Partial<Choices>) => void
  config: BotForm
  hasShort: boolean
  symbols: readonly TradingSymbol[]
  errors: Readonly<Record<string, string>>
}

/** One run's days, symbols, interval, capital and costs; what is left empty is the bot's own. */
export function BacktestChoices({ choices, change, config, hasShort, symbols, errors }: Props) {
  const amount = (value: string | number) => (value === '' ? '' : Number(value))
  return (
    <>
      <SimpleGrid type="container" cols={{ base: 1, '420px': 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          type="date"
          label="From"
          value={choices.from}
          error={errors['from']}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Until"
          value={choices.until}
          error={errors['until']}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
        <MultiSelect
          label="Symbols"
          searchable
          clearable
          placeholder={choices.symbols.length === 0 ? namesOf(config) : ''}
          data={symbols.map(({ symbol }) => symbol)}
          value={[...choices.symbols]}
          error={errors['symbols']}
          onChange={(names) => change({ symbols: names })}
        />
        <Select
          label="Interval"
          clearable
          placeholder={INTERVAL_LABELS[config.interval]}
          data={INTERVALS}
          value={choices.interval}
          onChange={(value) => change({ interval: value as Interval | null })}
        />
        <NumberInput
          {...RUPEES}
          label={hasShort ? 'Long capital' : 'Capital'}
          placeholder={formatRupees(config.long_capital_amount)}
          value={choices.capital}
          error={errors['capital']}
          onChange={(value) => change({ capital: amount(value) })}
        />
        {hasShort && (
          <NumberInput
            {...RUPEES}
            label="Short capital"
            placeholder={formatRupees(config.short_capital_amount)}
            value={choices.shortCapital}
            error={errors['short_capital']}
            onChange={(value) => change({ shortCapital: amount(value) })}
          />
        )}
        <Select
          label="Slippage"
          allowDeselect={false}
          data={SLIPPAGE}
          value={String(choices.slippageTimes)}
          onChange={(value) => change({ slippageTimes: Number(value) })}
        />
      </SimpleGrid>
      <Checkbox
        label="Taxes, exchange charges and brokerage"
        checked={choices.hasCharges}
        onChange={(event) => change({ hasCharges: event.currentTarget.checked })}
      />
      <Text size="xs" c="dimmed">
        {`At most ${formatNumber(MOST_BACKTEST_DAYS)} days, ten years. ${fits('stored')} of stored history fit into one run, of the simulated market ${fits('simulated')}.`}
      </Text>
    </>
  )
}

/** "60,00,000 one-minute bars (a year of 64 symbols)" */
function fits(market: keyof typeof MOST_BACKTEST_BARS): string {
  const most = MOST_BACKTEST_BARS[market]
  return `${formatNumber(most)} one-minute bars (a year of ${Math.floor(most / BARS_A_YEAR)} symbols)`
}

function namesOf({ multiple_symbols, symbol }: BotForm): string {
  const names = multiple_symbols.map((each) => each.symbol)
  return names.length > 3 ? `${names.length} symbols of the settings` : names.join(', ') || symbol
}
