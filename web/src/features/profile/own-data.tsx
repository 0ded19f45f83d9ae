import { Button, Group, Stack, Text } from '@mantine/core'
import { exportMyData } from '@trading-bot/contract/rest/accounts/users'
import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { DownloadIcon } from '../../ui/icons.ts'
import { CloseAccountDialog } from './close-account-dialog.tsx'

export function OwnData() {
  const [isClosing, setClosing] = useState(false)
  const download = useCall(exportMyData, {
    onDone: (bytes) => saveFile(bytes, 'trading-bot-data.json', exportMyData.produces),
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        The download holds your profile, plans, payments, trades and what was done with your account. It contains no
        secrets.
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate({})}
        >
          Download my data
        </Button>
        <Button variant="subtle" color="red" onClick={() => setClosing(true)}>
          Close account
        </Button>
      </Group>
      {isClosing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </Stack>
  )
}
