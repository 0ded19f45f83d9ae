import { Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { QUANTITY_NOTE } from '../../../lib/position-size-words.ts'
import {
  type BotConfigView,
  readBotConfig,
  SIMPLE_LIMITS,
  type SimpleConfig,
  TypedSimpleConfig,
  updateBotConfig,
} from '@trading-bot/contract/rest/trading/bot-config'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { type BotSlots, parameterErrors } from '../bot-slots.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { NearMoveWarning } from '../../../ui/feedback/near-move-warning.tsx'
import { AskBeforeLeaving } from '../../../ui/feedback/ask-before-leaving.tsx'

/** An empty text is no limit. */
type SimpleValues = Omit<SimpleConfig, (typeof SIMPLE_LIMITS)[number]> &
  Record<(typeof SIMPLE_LIMITS)[number], number | ''>

const INTERVAL_CHOICES = Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }))
const RUPEES = {
  prefix: '₹',
  thousandSeparator: ',',
  thousandsGroupStyle: 'lakh',
  placeholder: 'None',
  step: 0.01,
  hideControls: true,
} as const

export function UpdateForm({ view, slots }: { view: BotConfigView; slots: BotSlots }) {
  const {
    id,
    name: _,
    description: __,
    version: ___,
    status: ____,
    bot_type: _____,
    version_number: ______,
    long_capital_amount,
    symbol_count,
    parameters,
    ...config
  } = view
  const [asked, setAsked] = useState<ReturnType<typeof TypedSimpleConfig.parse> | null>(null)
  const limits = Object.fromEntries(SIMPLE_LIMITS.map((field) => [field, config[field] ?? '']))
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: TypedSimpleConfig,
    initialValues: { ...config, ...limits } as SimpleValues,
    onSubmit: (values) => setAsked(TypedSimpleConfig.parse(values)),
  })
  const update = useCall(updateBotConfig, {
    refresh: [readBotConfig],
    onDone: ({ message, is_deployed }) => {
      setAsked(null)
      notify(is_deployed ? 'success' : 'warning', message)
    },
    onFailed: (failure) => {
      setAsked(null)
      return showServerErrors(withFormFields(failure))
    },
  })
  return (
    <form {...formProps} aria-label="Configuration">
      <AskBeforeLeaving isUnkept={form.isDirty()}>The configuration you changed has not been saved.</AskBeforeLeaving>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Save and deploy the configuration?"
        action="Save and deploy"
        isSending={update.isPending}
        onConfirm={() => asked && update.mutate({ bot_id: id, config: asked })}
        onClose={() => setAsked(null)}
      >
        It becomes a new version. If the bot is on offer and the publish checks pass, it is deployed at once, and users’
        bots start with it from then on.
      </ConfirmDialog>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="Symbol" readOnly placeholder="Several" {...form.getInputProps('symbol')} />
          <TextInput label="Token" readOnly {...form.getInputProps('token')} />
          <Select label="Interval" allowDeselect={false} data={INTERVAL_CHOICES} {...form.getInputProps('interval')} />
          <NumberInput label="Quantity" description={QUANTITY_NOTE} {...form.getInputProps('quantity')} />
          <NumberInput label="EMA Period" {...form.getInputProps('ema_period')} />
          <NumberInput label="Stop Loss %" step={0.1} {...form.getInputProps('stop_loss_percent')} />
          <NumberInput label="Target Profit %" step={0.1} {...form.getInputProps('target_profit_percent')} />
          <NumberInput label="Max Trades per Day" {...form.getInputProps('max_trades_per_day')} />
          <NumberInput label="Max Loss per Day" {...RUPEES} {...form.getInputProps('max_loss_per_day')} />
          <NumberInput label="Max Profit per Day" {...RUPEES} {...form.getInputProps('max_profit_per_day')} />
          <NumberInput label="Max Loss per Week" {...RUPEES} {...form.getInputProps('max_loss_per_week')} />
          <NumberInput label="Max Drawdown" {...RUPEES} {...form.getInputProps('max_drawdown')} />
          <NumberInput label="Max Open Value" {...RUPEES} {...form.getInputProps('max_open_value')} />
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
          capital={long_capital_amount}
          symbols={symbol_count}
        />
        {slots.parameterFields({
          parameters,
          values: form.values.author_parameters ?? {},
          onChange: (values) => form.setFieldValue('author_parameters', values),
          errors: parameterErrors(form.errors),
        })}
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
