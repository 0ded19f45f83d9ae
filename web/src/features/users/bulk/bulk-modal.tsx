import { Button, Group, NumberInput, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UserFilter } from '@trading-bot/contract/rest/accounts/users'
import { BulkAction, listBulk, previewBulk, StartBulk, startBulk } from '@trading-bot/contract/rest/operations/bulk'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

type Props = { audience: UserFilter; matching: number; onClose: () => void }

const ACTIONS: Readonly<Record<BulkAction, string>> = {
  extend: 'Extend running plans by free days',
  mail: 'Send a mail',
  restart: 'Restart paper bots that stopped with an error',
}

/** One thing done to all users of the filter: shown first, confirmed by typing how many it reaches. */
export function BulkModal({ audience, matching, onClose }: Props) {
  const [action, setAction] = useState<BulkAction>('extend')
  return (
    <FormModal opened onClose={onClose} size="lg" title="Act on many users">
      <Stack gap="md">
        <Text size="sm">
          {`${formatNumber(matching)} ${matching === 1 ? 'user matches' : 'users match'} the list's filters.`}
        </Text>
        <Select
          label="What to do"
          data={BulkAction.options.map((value) => ({ value, label: ACTIONS[value] }))}
          value={action}
          allowDeselect={false}
          onChange={(next) => setAction(BulkAction.parse(next))}
        />
        <BulkForm key={action} action={action} audience={audience} onClose={onClose} />
      </Stack>
    </FormModal>
  )
}

type FormProps = { action: BulkAction; audience: UserFilter; onClose: () => void }

function BulkForm({ action, audience, onClose }: FormProps) {
  // One for each opening of the form: a second press sends the same.
  const [id] = useState(() => crypto.randomUUID())
  const preview = useQuery({ ...queryOf(previewBulk, { action, audience }), staleTime: 0 })
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: StartBulk,
    initialValues: {
      id,
      action,
      audience,
      ...(action === 'extend' && { days: 7 as number | string }),
      ...(action === 'mail' && { subject: '', text: '' }),
      reason: '',
      count: '' as number | string,
    },
    onSubmit: (values) => start.mutate(StartBulk.parse(values)),
    fieldOfCode: { COUNT_CHANGED: 'count' },
  })
  const start = useCall(startBulk, {
    refresh: [listBulk],
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <form {...formProps} aria-label={ACTIONS[action]}>
      <Stack gap="md">
        {action === 'extend' && (
          <NumberInput label="Free days" min={1} max={366} clampBehavior="none" {...form.getInputProps('days')} />
        )}
        {action === 'mail' && (
          <>
            <TextInput label="Subject" maxLength={120} {...form.getInputProps('subject')} />
            <Textarea
              label="Text"
              description="It begins with the user's first name and ends with the platform's name and address."
              autosize
              minRows={5}
              maxLength={5000}
              {...form.getInputProps('text')}
            />
          </>
        )}
        <Textarea
          label="Reason"
          description={
            action === 'extend'
              ? 'The users read it in a mail; it stays in the audit with your name.'
              : 'It stays in the audit with your name.'
          }
          autosize
          minRows={2}
          maxLength={300}
          {...form.getInputProps('reason')}
        />
        <Loaded query={preview} skeleton={<Skeleton h={44} />}>
          {({ reached, sample }) => (
            <Stack gap="md">
              <Text size="sm" component="output">
                {reached === 0
                  ? 'It reaches nobody among them.'
                  : `It reaches ${formatNumber(reached)} of them: ${sample.map(({ username }) => username).join(', ')}${reached > sample.length ? ' and others' : ''}.`}
              </Text>
              {reached > 0 && (
                <NumberInput
                  label={`Type ${reached} to confirm`}
                  hideControls
                  allowDecimal={false}
                  {...form.getInputProps('count')}
                />
              )}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                  Keep as it is
                </Button>
                <Button type="submit" disabled={reached === 0} loading={start.isPending}>
                  Begin
                </Button>
              </Group>
            </Stack>
          )}
        </Loaded>
      </Stack>
    </form>
  )
}
