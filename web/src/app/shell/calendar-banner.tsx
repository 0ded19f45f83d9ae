import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { readCalendarAlerts } from '@trading-bot/contract/rest/trading/calendar'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { WarningIcon } from '../../ui/icons.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'

const REFRESH_MS = 300_000

/** Warns administrators before the market calendar runs out. Shows nothing when the alerts cannot be loaded. */
export function CalendarBanner() {
  const { data } = useQuery({ ...queryOf(readCalendarAlerts, {}), refetchInterval: REFRESH_MS, retry: false })
  // The administrator's dashboard has it among its findings.
  const isOnDashboard = useLocation({ select: ({ pathname }) => pathname === '/admin' })
  if (!data || data.length === 0 || isOnDashboard) return null
  return (
    <Banner
      kind="calendar"
      aria-label="Market calendar"
      color="yellow"
      icon={<WarningIcon />}
      title="The market calendar needs a look"
    >
      {data.map(({ kind, year, text }) => (
        <Text size="sm" key={`${kind} ${text}`}>
          {text}{' '}
          <TextLink to="/admin/calendar" search={{ year } as never}>
            Open the calendar
          </TextLink>
        </Text>
      ))}
    </Banner>
  )
}
