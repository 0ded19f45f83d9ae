import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import {
  type disableFactor,
  PasswordAndCode,
  type renewRecoveryCodes,
} from '@trading-bot/contract/rest/accounts/security'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../../ui/controls/password-field.tsx'

type FactorChange = typeof disableFactor | typeof renewRecoveryCodes

type Props<C extends FactorChange> = {
  spec: C
  title: string
  about: string
  action: string
  onClose: () => void
  onDone: (answer: CallAnswer<C>) => void
}

/** A change to the second factor requires recent authentication with both factors. */
export function FactorRecentAuthDialog<C extends FactorChange>({
  spec,
  title,
  about,
  action,
  onClose,
  onDone,
}: Props<C>) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: PasswordAndCode,
    initialValues: { password: '', otp: '' },
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_SECOND_FACTOR: 'otp' },
    onSubmit: (values) => send.mutate(values),
  })
  const send = useCall<FactorChange>(spec, {
    onFailed: showServerErrors,
    onDone: (answer) => onDone(answer as CallAnswer<C>),
  })

  return (
    <Modal opened onClose={onClose} title={title}>
      <form {...formProps} aria-label={title}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <TextInput
            label="Code from the app, or a recovery code"
            autoComplete="one-time-code"
            {...form.getInputProps('otp')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
