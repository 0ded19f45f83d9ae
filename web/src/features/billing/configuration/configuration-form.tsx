import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type AdminBotSettings, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { configurationForm, type Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { useEffect } from 'react'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { CapitalFields, smallestCapital, withError } from './capital-fields.tsx'
import { configurationRequest, initialConfiguration } from './configuration-values.ts'
import { LimitFields } from './limit-fields.tsx'
import { ModeFields } from './mode-fields.tsx'
import { intervalWords } from '../../../lib/interval-words.ts'
import { roundTripWords } from '../../../lib/position-size-words.ts'
import { NearMoveWarning } from '../../../ui/feedback/near-move-warning.tsx'
import { useOrderValueCheck } from '../../../lib/queries/use-order-value-check.ts'
import { useSaveConfiguration } from './use-save-configuration.ts'

type Props = {
  formId: string
  plan: SelectedPlan
  subscription: Subscription
  settings: AdminBotSettings | null
  onBusy: (isBusy: boolean) => void
  onInvalid: () => void
  onSaved: () => void
}

/** Shows the administrator's settings read-only and lets the user set capital and own limits. */
export function ConfigurationForm({ formId, plan, subscription, settings, onBusy, onInvalid, onSaved }: Props) {
  const configuration = subscription.bot_configuration
  const botType = configuration?.bot_type ?? plan.bot_type
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: configurationForm(botType),
    initialValues: initialConfiguration({ plan, configuration, settings }),
    onInvalid,
    onSubmit: (values) => save.mutate({ id: subscription.id, ...configurationRequest(values, configuration, botType) }),
  })
  const save = useSaveConfiguration({ onFailed: showServerErrors, onSaved })
  useEffect(() => onBusy(save.isPending), [onBusy, save.isPending])

  const symbols = form.values.symbol.split(', ')
  const { checkCapital, checkOpenValue } = useOrderValueCheck(symbols)
  const readOnly = (
    label: string,
    field: 'stop_loss_percentage' | 'target_profit_percentage' | 'max_orders_per_day',
  ) => <TextInput label={label} readOnly variant="filled" {...form.getInputProps(field)} />
  return (
    <form {...formProps} id={formId} aria-label="Bot configuration">
      <Stack gap="md">
        <TextInput
          label="Symbol"
          readOnly
          variant="filled"
          {...form.getInputProps('symbol')}
          value={form.values.symbol || 'No symbol configured'}
        />
        {settings && (
          <TextInput
            label="Interval"
            readOnly
            variant="filled"
            description={intervalWords(settings.interval)}
            value={INTERVAL_LABELS[settings.interval]}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
          {readOnly('Stop Loss %', 'stop_loss_percentage')}
          {readOnly('Target Profit %', 'target_profit_percentage')}
          {readOnly('Max Orders per Day', 'max_orders_per_day')}
        </SimpleGrid>
        <CapitalFields
          isTwoSided={isTwoSided(botType)}
          costOf={(field) => roundTripWords(form.values[field], symbols.length)}
          fieldProps={(field) => withError(form.getInputProps(field), checkCapital(form.values[field]))}
        />
        <NearMoveWarning
          stop={form.values.stop_loss_percentage}
          target={form.values.target_profit_percentage}
          capital={smallestCapital(form.values, botType)}
          symbols={symbols.length}
        />
        <LimitFields
          settings={settings}
          fieldProps={(field) =>
            field === 'max_open_value'
              ? withError(form.getInputProps(field), checkOpenValue(form.values[field]))
              : form.getInputProps(field)
          }
        />
        <ModeFields form={form} isLiveInPlan={plan.allows_live} />
      </Stack>
    </form>
  )
}
