import {
  LogCategory,
  LogLevel,
  type listLogs as spec,
  type SystemLog,
} from '@trading-bot/contract/rest/operations/logs'
import type { CallInput } from '@trading-bot/contract/rest/call'
import { type RawBuilder, sql } from 'kysely'
import { nameAt } from '../../platform/db/former-names.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { rememberSlow } from '../../platform/db/remember-slow.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { likeOf, peopleSql, withinDays } from './record-filter.ts'

type Counts = Readonly<Record<'total' | Lowercase<LogLevel>, number>>
// One cache per database: tests use several in one process.
const memories = new WeakMap<object, ReturnType<typeof rememberSlow<Counts>>>()

type Filter = Pick<CallInput<typeof spec>, 'category' | 'person' | 'from' | 'to' | 'search'>

/** The counters follow every filter but the level, whose parts they are. */
export const listLogs: UseCase<typeof spec> = async ({ db, clock }, { limit, before, level, ...filter }) => {
  const memory = memories.get(db) ?? rememberSlow<Counts>()
  memories.set(db, memory)
  const conditions = conditionsOf(filter)
  if (level) conditions.push(sql`log.level = ${level}`)
  if (before) {
    conditions.push(sql`(log.created_at, log.id) < (select created_at, id from system_logs where id = ${before})`)
  }
  const [list, totals] = await Promise.all([
    selectLogs(db, conditions, limit),
    memory(JSON.stringify(filter), clock, () => countLevels(db, filter)),
  ])
  return { list, totals }
}

/** The newest log lines about one user. */
export async function listLogsOf(db: Queryable, userId: string, limit: number): Promise<SystemLog[]> {
  return selectLogs(db, [sql`log.user_id = ${userId}`], limit)
}

async function selectLogs(db: Queryable, conditions: RawBuilder<unknown>[], limit: number): Promise<SystemLog[]> {
  const { rows } = await sql<LogRow>`
    select log.id, log.level, log.category, log.message, log.created_at, log.details, users.email,
      ${nameAt('user_bots', 'log.created_at')} as bot
    from system_logs log left join users on users.id = log.user_id left join user_bots on user_bots.id = log.user_bot_id
    where ${sql.join(conditions, sql` and `)} order by log.created_at desc, log.id desc limit ${limit}`.execute(db)
  return rows.map(logView)
}

function conditionsOf({ category, person, from, to, search }: Filter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`true`, ...withinDays(sql`log.created_at`, { from, to })]
  if (category) conditions.push(sql`log.category = ${category}`)
  if (person) conditions.push(sql`log.user_id in (${peopleSql(person)})`)
  if (search) conditions.push(sql`lower(log.message) like ${likeOf(search)}`)
  return conditions
}

async function countLevels(db: Queryable, filter: Filter): Promise<Counts> {
  const { rows } = await sql<{ level: string; count: string }>`
    select log.level, count(*) as count from system_logs log
    where ${sql.join(conditionsOf(filter), sql` and `)} group by log.level`.execute(db)
  const of = (level: LogLevel) => Number(rows.find((row) => row.level === level)?.count ?? 0)
  return {
    total: rows.reduce((sum, { count }) => sum + Number(count), 0),
    info: of('INFO'),
    success: of('SUCCESS'),
    warning: of('WARNING'),
    error: of('ERROR'),
    critical: of('CRITICAL'),
  }
}

type LogRow = {
  id: string
  level: string
  category: string
  message: string
  created_at: Date
  details: unknown
  email: string | null
  bot: string | null
}

function logView(row: LogRow) {
  return {
    id: row.id,
    level: LogLevel.parse(row.level),
    category: LogCategory.parse(row.category),
    message: row.message,
    created_at: row.created_at.toISOString(),
    user: row.email === null ? null : { email: row.email },
    bot: row.bot === null ? null : { name: row.bot },
    details: row.details as Record<string, unknown>,
  }
}
