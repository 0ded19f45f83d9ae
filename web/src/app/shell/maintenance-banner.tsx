import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MaintenanceWindow, readNotice } from '@trading-bot/contract/rest/operations/maintenance'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ComingIcon } from '../../ui/icons.ts'

const REFRESH_MS = 60_000

/** Announces a maintenance window on every screen, before and during it. Shows nothing when it cannot be loaded. */
export function MaintenanceBanner() {
  const { data } = useQuery({ ...queryOf(readNotice, {}), refetchInterval: REFRESH_MS, retry: false })
  const window = data?.maintenance
  if (!window) return null
  return (
    <Banner
      kind="maintenance"
      aria-label="Maintenance"
      color="yellow"
      icon={<ComingIcon />}
      title={`${window.title}: ${windowText(window)}`}
    >
      <Text size="sm">
        {window.message}{' '}
        {data.support_email !== '' && (
          <>
            Questions: <Anchor href={`mailto:${data.support_email}`}>{data.support_email}</Anchor>
          </>
        )}
      </Text>
    </Banner>
  )
}

function windowText({ phase, starts_at, ends_at }: MaintenanceWindow): string {
  return phase === 'running'
    ? `maintenance until ${formatDateTime(ends_at)}, India time`
    : `maintenance from ${formatDateTime(starts_at)} to ${formatDateTime(ends_at)}, India time`
}
