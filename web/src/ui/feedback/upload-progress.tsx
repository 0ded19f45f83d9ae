import { Alert, Progress } from '@mantine/core'

type Props = {
  share: number
  /** Said once everything is sent and the server reads it. */
  reading: string
}

/** How much of a file is sent, and that it is read afterwards. */
export function UploadProgress({ share, reading }: Props) {
  const isSent = share >= 1
  return (
    <Alert variant="light" color="gray" aria-live="polite" title={isSent ? reading : 'Uploading …'}>
      <Progress value={share * 100} animated={isSent} aria-label="Upload" />
    </Alert>
  )
}
