import {
  Checkbox,
  Fieldset,
  NumberInput,
  Select,
  SimpleGrid,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { BILLING_CYCLE_LABELS, BOT_TYPE_LABELS, listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { type BotCode, listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { queryOf } from '../../lib/queries/query-of.ts'
import type { PlanValues } from './plan-values.ts'

const FLAGS = {
  backtesting_enabled: 'Backtesting',
  risk_management: 'Risk management',
  api_access: 'API access',
  stop_loss_enabled: 'Stop loss',
  target_profit_enabled: 'Target profit',
  advanced_analytics: 'Advanced analytics',
  priority_support: 'Priority support',
  custom_strategies: 'Custom strategies',
  real_time_alerts: 'Real-time alerts',
  trial_allows_live: 'Real money in the trial',
  is_popular: 'Most popular',
  is_active: 'On offer',
} as const

/** Deployed bots of the chosen type; the one that the plan already names stays in the list. */
const isSellable = (plan: PlanValues) => (bot: BotCode) =>
  bot.id === plan.bot_id || (bot.bot_type === plan.bot_type && bot.deployed_version !== null && bot.status === 'active')

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export function PlanFields({ form }: { form: UseFormReturnType<PlanValues> }) {
  const symbols = useQuery(queryOf(listSymbols, {}))
  const bots = useQuery(queryOf(listBotCode, {}))
  return (
    <>
      <TextInput label="Plan Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          label="Bot Type"
          withAsterisk
          placeholder="Choose a bot type"
          data={options(BOT_TYPE_LABELS)}
          {...form.getInputProps('bot_type')}
          onChange={(value) => form.setValues({ bot_type: (value ?? '') as PlanValues['bot_type'], bot_id: null })}
        />
        <Select
          label="Bot"
          placeholder="The first deployed bot of the type"
          clearable
          disabled={form.values.bot_type === ''}
          data={bots.data?.filter(isSellable(form.values)).map(({ id, name }) => ({ value: id, label: name })) ?? []}
          {...form.getInputProps('bot_id')}
        />
        <Select
          label="Billing Cycle"
          withAsterisk
          allowDeselect={false}
          data={options(BILLING_CYCLE_LABELS)}
          {...form.getInputProps('billing_cycle')}
        />
        <NumberInput
          label="Price per Month"
          withAsterisk
          prefix="₹"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          hideControls
          {...form.getInputProps('price')}
        />
        <NumberInput label="Duration (days)" withAsterisk {...form.getInputProps('duration_days')} />
        <NumberInput label="Max Trades per Day" withAsterisk {...form.getInputProps('max_trades_per_day')} />
        <NumberInput
          label="Max Quantity"
          {...form.getInputProps('max_quantity')}
          value={form.values.max_quantity ?? ''}
          onChange={(value) => form.setFieldValue('max_quantity', value === '' ? null : (value as number))}
        />
        <NumberInput
          label="History Runs per Month"
          description="How often its holder may try the bot on history."
          {...form.getInputProps('history_runs_per_month')}
        />
        <NumberInput
          label="Free Trial (days)"
          description="Once per person, on paper. 0: none; otherwise 7 to 60."
          {...form.getInputProps('trial_days')}
        />
      </SimpleGrid>
      <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <TagsInput
        label="Allowed Symbols"
        description="The bot trades only those of its symbols that are listed here. Empty: all of them."
        data={symbols.data?.map(({ symbol }) => symbol) ?? []}
        limit={20}
        clearable
        {...form.getInputProps('allowed_symbols')}
      />
      <Fieldset legend="Features" radius="md">
        <Text size="sm" c="dimmed" mb="sm">
          The plan’s card lists what its bot does and “Backtesting”. The other features change nothing yet, so the card
          does not offer them.
        </Text>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="sm">
          {Object.entries(FLAGS).map(([field, label]) => (
            <Checkbox key={field} label={label} {...form.getInputProps(field, { type: 'checkbox' })} />
          ))}
        </SimpleGrid>
      </Fieldset>
    </>
  )
}
