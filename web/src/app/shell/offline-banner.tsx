import { Alert } from '@mantine/core'
import { formatTime } from '../../lib/format.ts'
import { useOfflineSince } from '../../lib/queries/use-offline-since.ts'
import { WarningIcon } from '../../ui/icons.ts'

/** Said at once: figures that look alive and are not are worse than none. */
export function OfflineBanner() {
  const sinceMs = useOfflineSince()
  if (sinceMs === null) return null
  return (
    <Alert role="alert" color="yellow" variant="light" icon={<WarningIcon />} mb="lg" title="You are offline">
      {`Figures are as of ${formatTime(sinceMs)} and go on when the connection is back. Your bot does not depend on it.`}
    </Alert>
  )
}
