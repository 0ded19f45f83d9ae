import { NativeSelect, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BOT_TYPE_LABELS, BOT_TYPES, isTwoSided, listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { ownConfigurationForm, type Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { useEffect, useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { CapitalFields, smallestCapital, withError } from './capital-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { MoreSymbols } from './more-symbols.tsx'
import { ModeFields } from './mode-fields.tsx'
import { initialOwnConfiguration, ownConfigurationRequest } from './own-configuration-values.ts'
import { intervalWords } from '../../../lib/interval-words.ts'
import { QUANTITY_NOTE, roundTripWords } from '../../../lib/position-size-words.ts'
import { NearMoveWarning } from '../../../ui/feedback/near-move-warning.tsx'
import { useOrderValueCheck } from '../../../lib/queries/use-order-value-check.ts'
import { hasEmaPeriod, StrategyParameters } from './strategy-parameters.tsx'
import { useBotSettings } from './use-bot-settings.ts'
import { useSaveConfiguration } from './use-save-configuration.ts'

type Props = {
  formId: string
  plan: SelectedPlan
  subscription: Subscription
  onBusy: (isBusy: boolean) => void
  onInvalid: () => void
  onSaved: () => void
}

const TYPES = BOT_TYPES.map((value) => ({ value, label: BOT_TYPE_LABELS[value] }))

/** A regular plan has no administrator's bot, so the user may change everything the wizard asked for. */
export function OwnConfigurationForm({ formId, plan, subscription, onBusy, onInvalid, onSaved }: Props) {
  const symbols = useQuery(queryOf(listSymbols, {}))
  const saved = subscription.bot_configuration
  const [botType, setBotType] = useState(saved?.bot_type ?? 'ema_strategy')
  const settings = useBotSettings(botType)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ownConfigurationForm(botType),
    initialValues: initialOwnConfiguration(saved),
    onInvalid,
    onSubmit: (values) => save.mutate({ id: subscription.id, ...ownConfigurationRequest(values, saved, botType) }),
  })
  const save = useSaveConfiguration({ onFailed: showServerErrors, onSaved })
  useEffect(() => onBusy(save.isPending), [onBusy, save.isPending])

  const traded = [form.values.symbol, ...form.values.more_symbols]
  const { checkCapital, checkOpenValue } = useOrderValueCheck(traded)
  const choices = symbols.data?.map(({ symbol, name }) => ({ value: symbol, label: `${symbol} · ${name}` })) ?? []
  const chooseSymbol = (symbol: string) => {
    form.setFieldValue('symbol', symbol)
    form.setFieldValue('more_symbols', (more) => more.filter((other) => other !== symbol))
    form.setFieldValue('token', symbols.data?.find((row) => row.symbol === symbol)?.token ?? '')
  }
  const whole = { allowDecimal: false, hideControls: true } as const
  return (
    <form {...formProps} id={formId} aria-label="Bot configuration">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <NativeSelect
            label="Bot type"
            description={settings && intervalWords(settings.interval)}
            data={TYPES}
            value={botType}
            onChange={(event) => {
              setBotType(event.currentTarget.value as typeof botType)
              // Another strategy has other parameters; a field that disappears must not keep a wrong value.
              form.setFieldValue('strategy_parameters', {})
              form.setFieldValue('ema_period', initialOwnConfiguration(saved).ema_period)
              form.clearFieldError('ema_period')
              form.clearFieldError('bot_type')
            }}
            error={form.errors['bot_type']}
          />
          <NativeSelect
            label="Stock symbol"
            data={[{ value: '', label: symbols.isPending ? 'Loading symbols…' : 'Select a symbol' }, ...choices]}
            {...form.getInputProps('symbol')}
            onChange={(event) => chooseSymbol(event.currentTarget.value)}
          />
          <MoreSymbols
            choices={choices}
            symbol={form.values.symbol}
            value={form.values.more_symbols}
            most={plan.max_symbols}
            error={form.errors['allowed_symbols']}
            onChange={(more) => {
              form.setFieldValue('more_symbols', more)
              form.clearFieldError('allowed_symbols')
            }}
          />
          <NumberInput label="Quantity" description={QUANTITY_NOTE} {...whole} {...form.getInputProps('quantity')} />
          {hasEmaPeriod(botType) && <NumberInput label="EMA period" {...whole} {...form.getInputProps('ema_period')} />}
          <NumberInput label="Stop loss %" step={0.1} hideControls {...form.getInputProps('stop_loss_percentage')} />
          <NumberInput
            label="Target profit %"
            step={0.1}
            hideControls
            {...form.getInputProps('target_profit_percentage')}
          />
          <NumberInput label="Max orders per day" {...whole} {...form.getInputProps('max_orders_per_day')} />
        </SimpleGrid>
        <StrategyParameters
          botType={botType}
          values={form.values.strategy_parameters}
          errorOf={(field) => form.errors[field]}
          onChange={(values) => {
            form.setFieldValue('strategy_parameters', values)
            for (const field of Object.keys(values)) form.clearFieldError(`strategy_parameters.${field}`)
          }}
        />
        <CapitalFields
          isTwoSided={isTwoSided(botType)}
          costOf={(field) => roundTripWords(form.values[field], traded.length)}
          fieldProps={(field) => withError(form.getInputProps(field), checkCapital(form.values[field]))}
        />
        <NearMoveWarning
          stop={form.values.stop_loss_percentage}
          target={form.values.target_profit_percentage}
          capital={smallestCapital(form.values, botType)}
          symbols={traded.length}
        />
        <LimitFields
          settings={null}
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
