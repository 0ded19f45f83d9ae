import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PlatformMetrics, readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatClock } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

const REFRESH_MS = 30_000
const PRICE_ACCOUNTS = { first: 'First price account', spare: 'Spare price account' } as const

export function PlatformFigures() {
  const metrics = useQuery({ ...queryOf(readPlatformMetrics, {}), refetchInterval: REFRESH_MS })
  return (
    <Loaded query={metrics} skeleton={<Skeleton h={280} />}>
      {(figures) => (
        <Stack>
          {figures.price_accounts.map(({ name, reason, retry_at }) =>
            reason === null ? null : (
              <Alert key={name} color="yellow" variant="light" title={`${PRICE_ACCOUNTS[name]}: log-in failing`}>
                {reason} {retry_at && `We try again at ${formatClock(retry_at)}.`}
              </Alert>
            ),
          )}
          <Facts isStacked items={factsOf(figures)} />
        </Stack>
      )}
    </Loaded>
  )
}

const count = (value: number) => formatNumber(value)

function factsOf({ process, database, platform, price_accounts }: PlatformMetrics): [string, string][] {
  return [
    ['Users', count(platform.users)],
    ['Signed in', count(platform.signed_in)],
    ['Active subscriptions', count(platform.active_subscriptions)],
    ['Open payments', count(platform.open_payments)],
    ['Refunds owed', count(platform.owed_refunds)],
    ['Jobs waiting', count(platform.jobs_waiting)],
    ['Jobs failed', count(platform.jobs_failed)],
    ['Mails waiting', count(platform.mails_waiting)],
    ['Critical logs, 24 h', count(platform.critical_logs_24h)],
    ...price_accounts.map(({ name, is_feeding }): [string, string] => [
      PRICE_ACCOUNTS[name],
      is_feeding ? 'In use' : 'Standing by',
    ]),
    ['Version', `${process.version} on Node ${process.node}`],
    ['Up for', uptimeText(process.uptime_s)],
    ['Memory', `${count(process.memory_mb)} MB`],
    ['Event loop delay', `${process.event_loop_delay_ms} ms`],
    ['Database', `${count(database.size_mb)} MB, ${count(database.connections)} connections`],
    ...(database.replica ? [['Replica for reports', replicaText(database.replica)] as [string, string]] : []),
  ]
}

function replicaText({ lag_s, is_read }: NonNullable<PlatformMetrics['database']['replica']>): string {
  const lag = lag_s === null ? 'Not following' : `At most ${lag_s} s behind`
  return is_read ? lag : `${lag}, reports read the primary`
}

function uptimeText(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
  return days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`
}
