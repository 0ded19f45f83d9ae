import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { SetKillSwitch, setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { SWITCH_QUERIES } from './switch-queries.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

/** Sets the platform's kill switch: it stays on until an administrator lifts it, and every user sees its reason. */
export function KillSwitchDialog({ onClose }: { onClose: () => void }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: SetKillSwitch,
    initialValues: { scope: 'platform' as const, reason: '', close_positions: false },
    onSubmit: (values) => set.mutate(values),
  })
  const set = useCall(setKillSwitch, {
    refresh: SWITCH_QUERIES,
    onFailed: showServerErrors,
    onDone: () => {
      notify('success', 'New trades are paused for the whole platform.')
      onClose()
    },
  })
  return (
    <FormModal opened onClose={onClose} title="Pause new trades for the whole platform?">
      <form {...formProps} aria-label="Pause new trades">
        <Stack gap="md">
          <Text size="sm">
            No bot of any user opens a position until you resume; it does not end with the day. Stops, targets and other
            exits go on.
          </Text>
          <Textarea
            label="Reason"
            description="Shown to every user whose bot it stops, and kept in the audit with your name."
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Checkbox
            label="Close every open position too"
            {...form.getInputProps('close_positions', { type: 'checkbox' })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep as it is
            </Button>
            <Button type="submit" color="red" loading={set.isPending}>
              Pause new trades
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
