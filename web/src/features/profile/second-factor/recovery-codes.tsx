import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CopyAction } from '../../../ui/controls/copy-action.tsx'
import { DownloadIcon, SecurityIcon } from '../../../ui/icons.ts'

type Props = { codes: readonly string[]; username: string; onDone: () => void }

export function RecoveryCodes({ codes, username, onDone }: Props) {
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Alert icon={<SecurityIcon />} color="yellow" variant="light" title="Keep these recovery codes">
        They are shown once. Each works a single time, in case you lose your phone.
      </Alert>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" data-testid="recovery-codes">
        {codes.map((code) => (
          <Code key={code} fz="sm" ta="center" p={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyAction value={text} label="Copy codes" />
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<DownloadIcon size={14} />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Trading Bot recovery codes of ${username}\n\n${text}\n`)}`}
            download={`trading-bot-recovery-codes-${username}.txt`}
          >
            Download
          </Button>
        </Group>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
      <Text size="xs" c="dimmed">
        Older recovery codes no longer work.
      </Text>
    </Stack>
  )
}
