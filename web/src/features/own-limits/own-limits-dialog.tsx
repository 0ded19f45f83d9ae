import { Alert, Button, Group, List, MultiSelect, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type OwnLimits,
  type OwnLimitsView,
  readBotLimits,
  readOwnLimits,
  TypedOwnLimits,
  updateOwnLimits,
} from '@trading-bot/contract/rest/trading/bot-limits'
import { formatRupees } from '@trading-bot/core/money'
import { RUPEES } from '../../lib/forms/rupees-input.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { WarningIcon } from '../../ui/icons.ts'
import { effectsOf } from './own-limits-effect.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { botId: string; onClose: () => void }

/** Tighter limits of the owner, with their effect in rupees before they are saved. */
export function OwnLimitsDialog({ botId, onClose }: Props) {
  // Today's result changes with the prices; the bounds with the plan.
  const limits = useQuery({ ...queryOf(readOwnLimits, { id: botId }), refetchInterval: 5_000, staleTime: 0 })
  return (
    <FormModal opened onClose={onClose} title="Tighten limits" size="lg">
      <Loaded query={limits} skeleton={<Skeleton h={420} />}>
        {(view) => <OwnLimitsForm botId={botId} view={view} onClose={onClose} />}
      </Loaded>
    </FormModal>
  )
}

function OwnLimitsForm({ botId, view, onClose }: Props & { view: OwnLimitsView }) {
  const { own, bounds, symbols } = view
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: TypedOwnLimits,
    initialValues: {
      max_loss_per_day: own.max_loss_per_day ?? '',
      max_profit_per_day: own.max_profit_per_day ?? '',
      max_open_positions: own.max_open_positions ?? '',
      excluded_symbols: own.excluded_symbols,
    } as Typed,
    onSubmit: (values) => save.mutate({ id: botId, ...limitsOf(values) }),
  })
  const save = useCall(updateOwnLimits, {
    refresh: [readOwnLimits, readBotLimits],
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <form {...formProps} aria-label="Tighten limits">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Only tighter than the strategy and the plan. Saved limits apply at once, also to open positions, and stay
          until you change them. Leave a field empty for no limit of your own.
        </Text>
        <NumberInput
          label="Max loss per day"
          description={boundText(bounds.max_loss_per_day)}
          placeholder="None"
          {...RUPEES}
          {...form.getInputProps('max_loss_per_day')}
        />
        <NumberInput
          label="Profit to stop at"
          description={boundText(bounds.max_profit_per_day)}
          placeholder="None"
          {...RUPEES}
          {...form.getInputProps('max_profit_per_day')}
        />
        <NumberInput
          label="Max open positions"
          description={`From 1 to ${bounds.max_open_positions}: the bot trades ${symbols.length} symbol${symbols.length === 1 ? '' : 's'}.`}
          placeholder="None"
          allowDecimal={false}
          hideControls
          inputMode="numeric"
          {...form.getInputProps('max_open_positions')}
        />
        <MultiSelect
          label="Excluded symbols"
          description="No new positions in these. Open ones are managed to their exit."
          placeholder={form.values.excluded_symbols.length === 0 ? 'None' : ''}
          data={[...new Set([...symbols, ...own.excluded_symbols])]}
          searchable
          hidePickedOptions
          {...form.getInputProps('excluded_symbols')}
        />
        <Effects wanted={limitsOf(form.values)} view={view} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save limits
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Effects({ wanted, view }: { wanted: OwnLimits; view: OwnLimitsView }) {
  const effects = effectsOf(wanted, view)
  return (
    <section aria-label="What this means" aria-live="polite">
      <Text size="sm" fw={600} mb={4}>
        What this means
      </Text>
      <List size="sm" spacing={4}>
        {effects
          .filter(({ isWarning }) => !isWarning)
          .map(({ text }) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
      </List>
      {effects
        .filter(({ isWarning }) => isWarning)
        .map(({ text }) => (
          <Alert key={text} color="yellow" variant="light" icon={<WarningIcon />} mt="sm">
            {text}
          </Alert>
        ))}
    </section>
  )
}

type Typed = Record<Exclude<keyof OwnLimits, 'excluded_symbols'>, number | string> & { excluded_symbols: string[] }

function limitsOf(values: Typed): OwnLimits {
  const number = (value: number | string) => (value === '' ? null : Number(value))
  return {
    max_loss_per_day: number(values.max_loss_per_day),
    max_profit_per_day: number(values.max_profit_per_day),
    max_open_positions: number(values.max_open_positions),
    excluded_symbols: values.excluded_symbols,
  }
}

function boundText(bound: number | null): string {
  return bound === null
    ? 'The bot has no such limit.'
    : `At most ${formatRupees(bound)}, the limit the bot already has.`
}
