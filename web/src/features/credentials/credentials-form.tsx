import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import {
  Credentials,
  listCredentialLogs,
  readCredentialStatus,
  saveCredentials,
  updateCredentials,
} from '@trading-bot/contract/rest/trading/credentials'
import { useEffect, useState } from 'react'
import { errorText, serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { refusedWith } from '../../lib/api/api-failure.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { ClosePositionsDialog } from './close-positions-dialog.tsx'
import { RecentAuthDialog } from './recent-auth-dialog.tsx'
import { PracticeCredentials } from './practice-credentials.tsx'

type Props = {
  formId: string
  isUpdate: boolean
  /** Without it, the caller renders the submit button. */
  action?: string
  onBusy?: (isBusy: boolean) => void
  onSaved: () => void
}

const EMPTY = { api_key: '', client_code: '', mpin: '', totp_secret: '' }

export function CredentialsForm({ formId, isUpdate, action, onBusy, onSaved }: Props) {
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [exposure, setExposure] = useState<string | null>(null)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: Credentials,
    initialValues: EMPTY,
    isCheckedOnChange: true,
    onInvalid: () => notify('error', 'Please fix the validation errors'),
    onSubmit: (values) => save.mutate(values),
  })
  const save = useCall(isUpdate ? updateCredentials : saveCredentials, {
    refresh: [readCredentialStatus, listCredentialLogs],
    explain: (failure) =>
      isAsking(failure) || isExposed(failure)
        ? null
        : serverTextOr(failure, ['error', 'message'], 'Failed to save credentials'),
    onFailed: (failure) => {
      setPasswordAsked(isAsking(failure))
      if (isExposed(failure)) setExposure(errorText(failure))
      return !isExposed(failure) && !isAsking(failure) && showServerErrors(failure)
    },
    onDone: () => {
      setPasswordAsked(false)
      form.reset()
      notify('success', 'Trading credentials saved successfully!')
      onSaved()
    },
  })
  useEffect(() => onBusy?.(save.isPending), [onBusy, save.isPending])

  const secret = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const
  const helpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const satisfies string[] }
  return (
    <>
      <form {...formProps} id={formId} aria-label="Trading credentials" autoComplete="off">
        <Stack gap="md">
          <PracticeCredentials onFilled={(values) => form.setValues(values)} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              label="API Key"
              description="From the Angel One developer portal, under API management."
              {...helpBelow}
              {...secret}
              {...form.getInputProps('api_key')}
            />
            <TextInput
              label="Client Code"
              description="Your trading account ID at Angel One."
              {...helpBelow}
              {...secret}
              {...form.getInputProps('client_code')}
            />
            <PasswordField
              label="MPIN"
              placeholder="Enter your 4-digit MPIN"
              maxLength={4}
              inputMode="numeric"
              {...secret}
              autoComplete="new-password"
              {...form.getInputProps('mpin')}
            />
            <TextInput
              label="TOTP Secret"
              description="The key behind the QR code of your authenticator app."
              {...helpBelow}
              {...secret}
              {...form.getInputProps('totp_secret')}
            />
          </SimpleGrid>
          {action !== undefined && (
            <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-end' }}>
              {action}
            </Button>
          )}
        </Stack>
      </form>
      {isPasswordAsked && (
        <RecentAuthDialog
          isSending={save.isPending}
          onClose={() => setPasswordAsked(false)}
          onPassword={(password) => save.mutate({ ...form.values, password })}
        />
      )}
      {exposure !== null && <ClosePositionsDialog sentence={exposure} onClose={() => setExposure(null)} />}
    </>
  )
}

function isAsking(failure: unknown): boolean {
  return refusedWith(failure, 'PASSWORD_AGAIN')
}

function isExposed(failure: unknown): boolean {
  return refusedWith(failure, 'POSITIONS_OPEN')
}
