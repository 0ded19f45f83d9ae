import { Button, Group, Stack, TextInput } from '@mantine/core'
import { listPasskeys, type Passkey, RenamePasskey, renamePasskey } from '@trading-bot/contract/rest/accounts/passkeys'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

type Props = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: RenamePasskey,
    initialValues: { name: passkey.name },
    onSubmit: (values) => rename.mutate({ id: passkey.id, ...values }),
  })
  const rename = useCall(renamePasskey, { refresh: [listPasskeys], onFailed: showServerErrors, onDone: onClose })
  return (
    <FormModal opened onClose={onClose} title="Rename passkey">
      <form {...formProps} aria-label="Rename passkey">
        <Stack gap="md">
          <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('name')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
