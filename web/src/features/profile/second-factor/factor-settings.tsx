import { Badge, Button, Group, Text } from '@mantine/core'
import { disableFactor, renewRecoveryCodes } from '@trading-bot/contract/rest/accounts/security'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { FactorRecentAuthDialog } from './factor-recent-auth-dialog.tsx'
import { refreshUser } from './refresh-user.ts'

type Props = { onCodes: (codes: readonly string[]) => void }

export function FactorSettings({ onCodes }: Props) {
  const [open, setOpen] = useState<'renew' | 'disable' | null>(null)
  const close = () => setOpen(null)
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Badge variant="light">On</Badge>
        <Text size="sm">Signing in asks for a code from your app.</Text>
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => setOpen('disable')}>
          Turn off
        </Button>
      </Group>
      {open === 'renew' && (
        <FactorRecentAuthDialog
          spec={renewRecoveryCodes}
          title="New recovery codes"
          about="The old codes stop working at once."
          action="Make new codes"
          onClose={close}
          onDone={({ recovery_codes }) => {
            close()
            onCodes(recovery_codes)
          }}
        />
      )}
      {open === 'disable' && (
        <FactorRecentAuthDialog
          spec={disableFactor}
          title="Turn off the second factor"
          about="Your password alone will open this account."
          action="Turn off"
          onClose={close}
          onDone={() => {
            close()
            notify('success', 'The second factor is off.')
            void refreshUser()
          }}
        />
      )}
    </Group>
  )
}
