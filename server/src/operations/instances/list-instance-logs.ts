import { InstanceLog, type listInstanceLogs as spec } from '@trading-bot/contract/rest/operations/instances'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const listInstanceLogs: UseCase<typeof spec> = async ({ db }, { limit, before, instance_id, level }) => {
  const rows = await db
    .selectFrom('system_logs')
    .select(['id', 'level', 'message', 'details', 'created_at'])
    .where('category', '=', 'aws')
    .$if(before !== undefined, (query) => query.where('created_at', '<', new Date(before ?? 0)))
    .$if(instance_id !== undefined, (query) => query.where(sql`details->>'instance_id'`, '=', instance_id ?? ''))
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return { success: true, logs: rows.map(logOf) }
}

type Row = { id: string; level: string; message: string; details: unknown; created_at: Date }

function logOf({ id, level, message, details, created_at }: Row): InstanceLog {
  const more = details as Record<string, unknown>
  const machine = more['instance_id']
  return {
    id,
    level: InstanceLog.shape.level.parse(level),
    message,
    instance_id: typeof machine === 'string' ? machine : null,
    timestamp: created_at.toISOString(),
    details: more,
  }
}
