import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import {
  listActiveStrategies,
  listKillSwitches,
  SetKillSwitch,
  setKillSwitch,
} from '@trading-bot/contract/rest/trading/admin-bots'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

/** Sets the platform's kill switch: it stays on until an administrator lifts it, and every user sees its reason. */
export function KillSwitchDialog({ onClose }: { onClose: () => void }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: SetKillSwitch,
    initialValues: { scope: 'platform' as const, reason: '', close_positions: false },
    onSubmit: (values) => set.mutate(values),
  })
  const set = useCall(setKillSwitch, {
    refresh: [listKillSwitches, listActiveStrategies],
    explain: (failure) => (Object.keys(fieldErrors(failure)).length > 0 ? null : errorText(failure)),
    onFailed: showServerErrors,
    onDone: () => {
      notify('success', 'Entries are switched off for the whole platform.')
      onClose()
    },
  })
  return (
    <FormModal opened onClose={onClose} title="Switch off entries for the whole platform?">
      <form {...formProps} aria-label="Switch off entries">
        <Stack gap="md">
          <Text size="sm">
            No bot of anybody opens a position until the switch is lifted by hand: it does not end with the day. Stops,
            targets and other exits go on.
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
              Switch off entries
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
