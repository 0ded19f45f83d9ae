import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { enrolFactor } from '@trading-bot/contract/rest/accounts/security'
import { useState } from 'react'
import { focusFirst } from '../../../lib/forms/focus-first.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { ConfirmFactorForm } from './confirm-factor-form.tsx'

type Props = { onCodes: (codes: readonly string[]) => void }

/** Off -> password -> secret -> first code -> recovery codes. */
export function EnrolFactor({ onCodes }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: enrolFactor.body,
    initialValues: { password: '' },
    fieldOfCode: { WRONG_PASSWORD: 'password' },
    onSubmit: (values) => enrol.mutate(values),
  })
  const enrol = useCall(enrolFactor, { onFailed: showServerErrors })

  function stop() {
    setAsking(false)
    enrol.reset()
    form.reset()
  }

  if (enrol.data) return <ConfirmFactorForm enrolment={enrol.data} onCodes={onCodes} onCancel={stop} />
  if (!isAsking) {
    return (
      <Group justify="space-between">
        <Group gap="sm">
          <Badge variant="light" color="gray">
            Off
          </Badge>
          <Text size="sm">Your password alone opens this account.</Text>
        </Group>
        <Button onClick={() => setAsking(true)}>Set up authenticator app</Button>
      </Group>
    )
  }
  return (
    <form {...formProps} aria-label="Set up authenticator app">
      <Stack gap="md" maw={360} ref={focusFirst}>
        <PasswordField
          label="Current password"
          description="To make sure that it is you."
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={enrol.isPending}>
            Continue
          </Button>
          <Button variant="default" onClick={stop}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
