import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PlatformMetrics, readPlatformMetrics } from '@trading-bot/contract/rest/platform'
import { queryOf } from '../../lib/query-of.ts'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'

const EVERY_MS = 30_000

export function PlatformFigures() {
  const metrics = useQuery({ ...queryOf(readPlatformMetrics, {}), refetchInterval: EVERY_MS })
  return (
    <Loaded query={metrics} skeleton={<Skeleton h={280} />}>
      {(figures) => <Facts isStacked items={factsOf(figures)} />}
    </Loaded>
  )
}

const count = (value: number) => value.toLocaleString('en-IN')

function factsOf({ process, database, platform }: PlatformMetrics): [string, string][] {
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
    ['Version', `${process.version} on Node ${process.node}`],
    ['Up for', upFor(process.uptime_s)],
    ['Memory', `${count(process.memory_mb)} MB`],
    ['Event loop delay', `${process.event_loop_delay_ms} ms`],
    ['Database', `${count(database.size_mb)} MB, ${count(database.connections)} connections`],
  ]
}

function upFor(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
  return days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`
}
