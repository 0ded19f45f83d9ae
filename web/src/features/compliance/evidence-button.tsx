import { Button } from '@mantine/core'
import { type EvidenceName, exportEvidence } from '@trading-bot/contract/rest/operations/compliance'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DownloadIcon } from '../../ui/icons.ts'

type Props = { name: EvidenceName; label?: string }

/** Saves one kind of evidence as a file. */
export function EvidenceButton({ name, label }: Props) {
  const download = useCall(exportEvidence, {
    onDone: (bytes) => saveFile(bytes, `${name}.csv`, exportEvidence.produces),
  })
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={16} />}
      loading={download.isPending}
      aria-label={label}
      onClick={() => download.mutate({ name })}
    >
      Download as CSV
    </Button>
  )
}
