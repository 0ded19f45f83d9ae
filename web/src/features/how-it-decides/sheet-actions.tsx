import { Button, Group, Text } from '@mantine/core'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import {
  acceptSheet,
  findSheet,
  printSheet,
  readSheet,
  type SheetVersion,
} from '@trading-bot/contract/rest/trading/sheets'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Accepting this version, or when it was accepted, and the sheet as a file. */
export function SheetActions({ sheet }: { sheet: SheetVersion }) {
  const { logic_hash, name, version, accepted_at, disclosure } = sheet
  const accept = useCall(acceptSheet, {
    refresh: [findSheet, readSheet, readParticipation],
    onDone: () => notify('success', `You accepted how ${name}, version ${version}, decides.`),
  })
  const print = useCall(printSheet, {
    onDone: (bytes) => saveFile(bytes, `how-${name.replaceAll(' ', '-')}-v${version}-decides.pdf`, printSheet.produces),
  })
  return (
    <Group gap="sm">
      {accepted_at && (
        <Text size="sm" c="dimmed">
          Accepted on {formatDateTime(accepted_at)}
        </Text>
      )}
      <Button variant="default" loading={print.isPending} onClick={() => print.mutate({ logic_hash })}>
        Save as PDF
      </Button>
      {!accepted_at && disclosure !== 'undecided' && (
        <Button loading={accept.isPending} onClick={() => accept.mutate({ logic_hash })}>
          Accept version {version}
        </Button>
      )}
    </Group>
  )
}
