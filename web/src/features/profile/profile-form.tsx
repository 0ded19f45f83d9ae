import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { EXPERIENCE_LABELS, UpdateProfile, updateProfile, type User } from '@trading-bot/contract/rest/accounts/auth'
import { GST_STATE_OPTIONS } from '@trading-bot/contract/rest/billing/gst-states'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session } from '../../lib/session/session.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'

const EXPERIENCES = Object.entries(EXPERIENCE_LABELS).map(([value, label]) => ({ value, label }))

const STATES = [{ value: '', label: 'Not given' }, ...GST_STATE_OPTIONS]

export function ProfileForm({ user }: { user: User }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: UpdateProfile,
    initialValues: {
      first_name: user.first_name,
      last_name: user.last_name,
      phone_number: user.phone_number,
      trading_experience: user.trading_experience,
      gst_state: user.gst_state ?? ('' as const),
      gstin: user.gstin ?? '',
    },
    onSubmit: (values) => save.mutate(values),
  })
  const save = useCall(updateProfile, {
    explain: (failure) => serverTextOr(failure, ['detail'], 'Failed to update profile.'),
    onFailed: showServerErrors,
    onDone: (saved) => {
      session.updateUser(saved)
      notify('success', 'Profile updated.')
    },
  })

  return (
    <form {...formProps} aria-label="Your details">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('first_name')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('last_name')} />
          <TextInput label="Phone number" type="tel" autoComplete="tel" {...form.getInputProps('phone_number')} />
          <NativeSelect label="Trading experience" data={EXPERIENCES} {...form.getInputProps('trading_experience')} />
          <NativeSelect
            label="State (for GST invoices)"
            description="Where you are billed. Leave empty to use our state."
            data={STATES}
            {...form.getInputProps('gst_state')}
          />
          <TextInput
            label="GSTIN (optional)"
            description="Printed on your invoices. It must belong to the state above."
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('gstin')}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            Save details
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
