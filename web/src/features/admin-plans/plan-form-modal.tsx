import { Button, Group, Stack } from '@mantine/core'
import { BotPlanForm, createBotPlan, updateBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { type BotPlan, listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { fieldErrors, serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PlanFields } from './plan-fields.tsx'
import { PlanHolders } from './plan-holders.tsx'
import { initialPlan, planRequest, type SoldBot } from './plan-values.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { plan: BotPlan | null; sold?: SoldBot | null; onClose: () => void }

export function PlanFormModal({ plan, sold = null, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: BotPlanForm,
    initialValues: initialPlan(plan, sold),
    onSubmit: (values) =>
      plan ? update.mutate({ id: plan.id, ...planRequest(values) }) : create.mutate(planRequest(values)),
  })
  const effects = {
    refresh: [listBotPlans],
    // Errors shown beside the fields need no toast with the same text.
    explain: (failure: unknown) =>
      Object.keys(fieldErrors(failure)).length > 0
        ? 'Failed to save bot subscription plan'
        : serverTextOr(failure, ['error', 'message'], 'Failed to save bot subscription plan'),
    onFailed: showServerErrors,
    onDone: ({ message }: { message: string }) => {
      notify('success', message)
      onClose()
    },
  }
  const create = useCall(createBotPlan, effects)
  const update = useCall(updateBotPlan, effects)
  const isNew = plan === null
  return (
    <FormModal
      opened
      onClose={onClose}
      size="lg"
      title={isNew ? (sold ? `Sell ${sold.name}` : 'Create Bot Subscription Plan') : `Edit ${plan.name}`}
    >
      <form {...formProps} aria-label="Bot subscription plan">
        <Stack gap="md">
          <PlanFields form={form} />
          {plan && <PlanHolders plan={plan} onArchived={onClose} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {isNew ? 'Create Plan' : 'Save Changes'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
