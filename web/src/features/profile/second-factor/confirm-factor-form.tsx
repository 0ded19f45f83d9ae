import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { ConfirmFactor, confirmFactor, type enrolFactor } from '@trading-bot/contract/rest/accounts/security'
import { lazy, Suspense } from 'react'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { CopyAction } from '../../../ui/controls/copy-action.tsx'
import { refreshUser } from './refresh-user.ts'

const QrCode = lazy(async () => ({ default: (await import('../qr-code.tsx')).QrCode }))

type Props = {
  enrolment: CallAnswer<typeof enrolFactor>
  onCodes: (codes: readonly string[]) => void
  onCancel: () => void
}

export function ConfirmFactorForm({ enrolment, onCodes, onCancel }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ConfirmFactor,
    initialValues: { otp: '' },
    fieldOfCode: { WRONG_SECOND_FACTOR: 'otp' },
    onSubmit: (values) => confirm.mutate(values),
  })
  const confirm = useCall(confirmFactor, {
    onFailed: showServerErrors,
    onDone: ({ recovery_codes }) => {
      onCodes(recovery_codes)
      void refreshUser()
    },
  })

  return (
    <form {...formProps} aria-label="Confirm authenticator app">
      <Group align="flex-start" gap="lg" wrap="wrap">
        <Suspense fallback={<Skeleton w={184} h={184} />}>
          <QrCode text={enrolment.otpauth_url} label="QR code for your authenticator app" />
        </Suspense>
        <Stack gap="sm" flex="1 1 16rem">
          <Text size="sm">Scan the QR code with your authenticator app, or type this key into it:</Text>
          <Group gap="xs">
            <Code fz="sm" data-testid="factor-secret">
              {enrolment.secret}
            </Code>
            <CopyAction value={enrolment.secret} label="Copy key" />
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {enrolment.otpauth_url}
          </Text>
          <TextInput
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maw={240}
            {...form.getInputProps('otp')}
          />
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              Turn on
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Group>
    </form>
  )
}
