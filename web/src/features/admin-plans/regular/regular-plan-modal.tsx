import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  createRegularPlan,
  listRegularPlans,
  type RegularPlan,
  RegularPlanForm,
  updateRegularPlan,
} from '@trading-bot/contract/rest/billing/regular-plans'
import { fieldErrors, serverTextOr } from '../../../lib/api/error-text.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { PlanHolders } from '../plan-holders.tsx'
import { formOf, NEW_PLAN } from './regular-plan-values.ts'

const FAILED = 'The plan was not saved'

type Props = { plan: RegularPlan | null; onClose: () => void }

export function RegularPlanModal({ plan, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: RegularPlanForm,
    initialValues: plan ? formOf(plan) : NEW_PLAN,
    onSubmit: (values) => {
      // The contract's schema has validated the form, so no required field is empty here.
      const request = values as RegularPlanForm
      if (plan) update.mutate({ id: plan.id, ...request })
      else create.mutate(request)
    },
  })
  const effects = {
    refresh: [listRegularPlans],
    // Errors shown beside the fields need no toast with the same text.
    explain: (failure: unknown) =>
      Object.keys(fieldErrors(failure)).length > 0 ? FAILED : serverTextOr(failure, ['error', 'message'], FAILED),
    onFailed: showServerErrors,
    onDone: ({ message }: { message: string }) => {
      notify('success', message)
      onClose()
    },
  }
  const create = useCall(createRegularPlan, effects)
  const update = useCall(updateRegularPlan, effects)
  return (
    <FormModal opened onClose={onClose} size="lg" title={plan ? `Edit ${plan.name}` : 'Create Regular Plan'}>
      <form {...formProps} aria-label="Regular plan">
        <Stack gap="md">
          <TextInput label="Plan Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
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
            <NumberInput
              label="Symbols"
              description="How many the holder’s bot may trade."
              {...form.getInputProps('max_symbols')}
            />
            <NumberInput
              label="History Runs per Month"
              description="How often the holder may try the bot on history."
              {...form.getInputProps('history_runs_per_month')}
            />
            <NumberInput
              label="Free Trial (days)"
              description="Once per person, on paper. 0: none; otherwise 7 to 60."
              {...form.getInputProps('trial_days')}
            />
            <Checkbox
              label="Real money in the trial"
              description="Off: real money waits until the plan is paid for."
              {...form.getInputProps('trial_allows_live', { type: 'checkbox' })}
            />
            <Checkbox
              label="Live trading"
              description="Off: the holder’s bot trades on paper only."
              {...form.getInputProps('allows_live', { type: 'checkbox' })}
            />
            <Checkbox
              label="Alerts by Telegram"
              description="Off: the holder’s alerts come by e-mail only."
              {...form.getInputProps('allows_telegram', { type: 'checkbox' })}
            />
          </SimpleGrid>
          <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
          <TagsInput
            label="Features"
            description="Listed on the plan’s card beside the allowances above. Write only what the plan really gives."
            clearable
            {...form.getInputProps('features')}
          />
          <Group gap="lg" align="flex-start">
            <Checkbox
              label="Most popular"
              description="Another plan loses the mark."
              {...form.getInputProps('is_popular', { type: 'checkbox' })}
            />
            <Checkbox label="On offer" {...form.getInputProps('is_active', { type: 'checkbox' })} />
          </Group>
          {plan && <PlanHolders plan={plan} onArchived={onClose} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {plan ? 'Save Changes' : 'Create Plan'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
