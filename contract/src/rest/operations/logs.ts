// The system log and the audit log.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { dayInput, Id, queryNumber, Time } from '../shapes.ts'

export const LOG_LEVELS = ['INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL'] as const
export const LogLevel = z.enum(LOG_LEVELS, 'Choose info, success, warning, error or critical')
export type LogLevel = z.infer<typeof LogLevel>
export const LogCategory = z.enum(['user', 'bot', 'system', 'trading', 'payment', 'aws', 'security'])
export type LogCategory = z.infer<typeof LogCategory>

export const SystemLog = z.object({
  id: Id,
  level: LogLevel,
  category: LogCategory,
  message: z.string(),
  created_at: Time,
  user: z.nullable(z.object({ email: z.string() })),
  bot: z.nullable(z.object({ name: z.string() })),
  details: z.record(z.string(), z.unknown()),
})
export type SystemLog = z.infer<typeof SystemLog>

const Day = dayInput('Enter a date like 2026-11-15')
const words = z.optional(z.string().check(z.trim(), z.maxLength(100)))

/** `before` is the id of the last row of the previous page. */
const feed = {
  limit: z._default(queryNumber({ min: 1, max: 1000 }), 200),
  before: z.optional(Id),
  /** Any part of an e-mail or a username. */
  person: words,
  /** India days, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
  search: words,
}

export const listLogs = call({
  method: 'GET',
  path: '/admin/logs/',
  access: 'admin',
  summary: 'The system log, newest first; x-totals counts every level among those that match the other filters.',
  query: z.strictObject({
    ...feed,
    // Screens use lower case and rows upper case, so both are accepted.
    level: z.optional(z.pipe(z.string().check(z.toUpperCase()), LogLevel)),
    category: z.optional(LogCategory),
  }),
  answer: z.array(SystemLog),
  totals: z.object({
    total: z.int(),
    info: z.int(),
    success: z.int(),
    warning: z.int(),
    error: z.int(),
    critical: z.int(),
  }),
})

export const AuditLine = z.object({
  id: Id,
  at: Time,
  action: z.string(),
  actor: z.nullable(z.object({ id: Id, email: z.string() })),
  subject: z.object({ kind: z.string(), id: z.string() }),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  /** Names of the ids that the line holds, for its sentence. */
  names: z.record(z.string(), z.string()),
  address: z.nullable(z.string()),
})
export type AuditLine = z.infer<typeof AuditLine>

export const listAudit = call({
  method: 'GET',
  path: '/admin/audit/',
  access: 'admin',
  summary: 'The audit log: who changed what, with the values before and after; newest first.',
  query: z.strictObject({
    ...feed,
    actor_id: z.optional(Id),
    subject_kind: z.optional(z.string().check(z.maxLength(40))),
    subject_id: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.array(AuditLine),
})
