import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPasskeys, type Passkey, removePasskey } from '@trading-bot/contract/rest/accounts/passkeys'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { canUsePasskeys } from '../../../lib/session/passkeys.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { refreshUser } from '../second-factor/refresh-user.ts'
import classes from '../sessions/session-row.module.css'
import { PasskeyRow } from './passkey-row.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { useAddPasskey } from './use-add-passkey.ts'

export function PasskeysPanel() {
  const passkeys = useQuery(queryOf(listPasskeys, {}))
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const add = useAddPasskey()
  const remove = useCall(removePasskey, {
    refresh: [listPasskeys],
    onDone: () => {
      setRemoved(null)
      notify('success', 'The passkey is removed.')
      void refreshUser()
    },
    onFailed: () => setRemoved(null),
  })

  return (
    <Stack gap="md">
      <Loaded query={passkeys} skeleton={<Skeleton h={56} />} empty={<Text size="sm">You have no passkey yet.</Text>}>
        {(rows) => (
          <ul aria-label="Passkeys" className={classes['list']}>
            {rows.map((row) => (
              <PasskeyRow
                key={row.id}
                passkey={row}
                onRename={() => setRenamed(row)}
                onRemove={() => setRemoved(row)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Group justify="flex-end">
        {canUsePasskeys() ? (
          <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
            Add a passkey
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            This browser cannot use passkeys here. They need an address with a name, such as localhost.
          </Text>
        )}
      </Group>
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      <ConfirmDialog
        isOpen={removed !== null}
        title={`Remove ${removed?.name ?? 'passkey'}?`}
        action="Remove passkey"
        isSending={remove.isPending}
        onConfirm={() => removed && remove.mutate({ id: removed.id })}
        onClose={() => setRemoved(null)}
      >
        It will not open this account any more. Delete it in your password manager or device too.
      </ConfirmDialog>
    </Stack>
  )
}
