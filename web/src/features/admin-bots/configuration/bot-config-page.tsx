import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type BotConfigView,
  readBotConfig,
  SimpleConfig,
  updateBotConfig,
} from '@trading-bot/contract/rest/trading/bot-config'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { errorText } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useFailureToast } from '../../../lib/notifications/use-failure-toast.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { BacktestPanel } from '../backtests/backtest-panel.tsx'
import { CurrentConfig } from './current-config.tsx'

const FAILED = 'Failed to fetch bot configuration'

export function BotConfigPage() {
  const config = useQuery(queryOf(readBotConfig, {}))
  useFailureToast(config, FAILED)
  return (
    <>
      <PageHeader title="Bot Configuration" subtitle="What the bot that runs trades by, and how it would have done." />
      <Loaded
        query={config}
        skeleton={<Skeleton h={480} radius="lg" />}
        explain={(failure) => `${FAILED}. ${errorText(failure)}`}
      >
        {(view) => <Ready key={view.version_number} view={view} />}
      </Loaded>
    </>
  )
}

function Ready({ view }: { view: BotConfigView }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper p="lg" radius="lg" component="section" aria-label="Current configuration">
          <Group justify="space-between" mb="sm">
            <Title order={2}>{view.name}</Title>
            <StatusBadge status={view.status} />
          </Group>
          <Text size="sm" c="dimmed" mb="md">
            {view.description}
          </Text>
          <CurrentConfig view={view} />
        </Paper>
        <Paper p="lg" radius="lg" component="section" aria-label="Update configuration">
          <Title order={2} mb="sm">
            Update
          </Title>
          <UpdateForm view={view} />
        </Paper>
      </SimpleGrid>
      <Paper p="lg" radius="lg" component="section" aria-label="Backtest">
        <Title order={2} mb="sm">
          Backtest
        </Title>
        <BacktestPanel botId={view.id} days={30} />
      </Paper>
    </Stack>
  )
}

function UpdateForm({ view }: { view: BotConfigView }) {
  const {
    id,
    name: _,
    description: __,
    version: ___,
    status: ____,
    bot_type: _____,
    version_number: ______,
    ...values
  } = view
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: SimpleConfig,
    initialValues: values,
    onSubmit: (config) => update.mutate({ bot_id: id, config }),
  })
  const update = useCall(updateBotConfig, {
    refresh: [readBotConfig],
    onDone: ({ message, is_deployed }) => notify(is_deployed ? 'success' : 'warning', message),
    onFailed: (failure) => showServerErrors(withFormFields(failure)),
  })
  return (
    <form {...formProps} aria-label="Configuration">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="Symbol" readOnly {...form.getInputProps('symbol')} />
          <TextInput label="Token" readOnly {...form.getInputProps('token')} />
          <NumberInput label="Quantity" {...form.getInputProps('quantity')} />
          <NumberInput label="EMA Period" {...form.getInputProps('ema_period')} />
          <NumberInput label="Stop Loss %" step={0.1} {...form.getInputProps('stop_loss_percent')} />
          <NumberInput label="Target Profit %" step={0.1} {...form.getInputProps('target_profit_percent')} />
          <NumberInput label="Max Trades per Day" {...form.getInputProps('max_trades_per_day')} />
          <NumberInput label="Max Loss per Day" prefix="₹" hideControls {...form.getInputProps('max_loss_per_day')} />
          <NumberInput
            label="Max Profit per Day"
            prefix="₹"
            hideControls
            {...form.getInputProps('max_profit_per_day')}
          />
        </SimpleGrid>
        <Group gap="lg">
          <Checkbox label="Active" {...form.getInputProps('is_active', { type: 'checkbox' })} />
          <Checkbox label="Auto trade" {...form.getInputProps('auto_trade', { type: 'checkbox' })} />
          <Checkbox label="Backtest mode" {...form.getInputProps('backtest_mode', { type: 'checkbox' })} />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={update.isPending}>
            Update Configuration
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The server prefixes field names with `config.`; the form does not. */
function withFormFields(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure
  const fields = Object.entries(failure.body).map(([key, value]) => [key.replace(/^config\./, ''), value] as const)
  return new ApiFailure(failure.status, Object.fromEntries(fields))
}
