import { Badge } from '@mantine/core'

const COLOR: Readonly<Record<string, string>> = {
  active: 'green',
  success: 'green',
  running: 'green',
  registered: 'green',
  applied: 'yellow',
  pending: 'yellow',
  paused: 'yellow',
  testing: 'yellow',
  failed: 'red',
  error: 'red',
}

/** A status in one word. Ended or inactive is grey. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant="light" color={COLOR[status] ?? 'gray'} flex="none" miw="max-content" data-status={status}>
      {`${status.charAt(0).toUpperCase()}${status.slice(1)}`}
    </Badge>
  )
}
