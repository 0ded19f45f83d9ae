import { useQuery } from '@tanstack/react-query'
import { readParticipation } from '@trading-bot/contract/rest/bots'
import { queryOf } from '../../lib/queries/query-of.ts'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'

const EVERY_MS = 60_000

/** With invented money or with real: on every screen, once it is known. */
export function OwnMode() {
  const { data } = useQuery({ ...queryOf(readParticipation, {}), refetchInterval: EVERY_MS })
  return data ? <ModeBadge mode={data.mode} /> : null
}
