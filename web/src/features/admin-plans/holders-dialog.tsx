import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import {
  type announcePrice,
  type archivePlan,
  ArchivePlan,
  readPlanHolders,
} from '@trading-bot/contract/rest/billing/plan-admin'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { listRegularPlans } from '@trading-bot/contract/rest/billing/regular-plans'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Spec = typeof announcePrice | typeof archivePlan
type Props<C extends Spec> = {
  title: string
  note: string
  action: string
  call: C
  request: Omit<CallRequest<C>, 'reason' | 'count'>
  /** How many holders it reaches, to be typed. */
  count: number
  onClose: () => void
  onDone?: () => void
}

/** What changes the terms of those who hold a plan: with a reason, and with their number typed by hand. */
export function HoldersDialog<C extends Spec>({ title, note, action, call, request, count, ...effects }: Props<C>) {
  const { onClose, onDone } = effects
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ArchivePlan,
    initialValues: { reason: '', count: '' as number | string },
    onSubmit: ({ reason, count: typed }) =>
      send.mutate({ ...request, reason, count: Number(typed) } as unknown as CallRequest<C>),
    fieldOfCode: { HOLDERS_CHANGED: 'count' },
  })
  const send = useCall<C>(call, {
    refresh: [readPlanHolders, listBotPlans, listRegularPlans],
    onFailed: showServerErrors,
    onDone: (answer) => {
      notify('success', (answer as { message: string }).message)
      onClose()
      onDone?.()
    },
  })
  return (
    <FormModal opened onClose={onClose} title={title}>
      <form
        {...formProps}
        aria-label={title}
        onSubmit={(event) => {
          // React passes it on to the form that opened the dialog.
          event.stopPropagation()
          formProps.onSubmit(event)
        }}
      >
        <Stack gap="md">
          <Text size="sm">{note}</Text>
          <Textarea
            label="Reason"
            description="It stays in the audit with your name."
            autosize
            minRows={2}
            maxLength={300}
            {...form.getInputProps('reason')}
          />
          <NumberInput
            label={`Type ${count} to confirm`}
            description={count === 1 ? 'It reaches 1 holder.' : `It reaches ${count} holders.`}
            hideControls
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep as it is
            </Button>
            <Button type="submit" loading={send.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
