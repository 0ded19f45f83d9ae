// The platform itself: health, what kind of world this is, and the demo's mail.
import * as z from 'zod/mini'
import { call } from './call.ts'
import { LogInState } from './credentials.ts'
import { Id, Time } from './shapes.ts'

export const readHealth = call({
  method: 'GET',
  path: '/health/',
  access: 'anyone',
  summary: 'Ready to serve: 200 with status ok, 503 before and while a part is down.',
  answer: z.object({
    status: z.literal('ok'),
    version: z.string(),
    uptime_s: z.number(),
    checks: z.record(z.string(), z.literal('ok')),
  }),
})

export const readLiveness = call({
  method: 'GET',
  path: '/health/live/',
  access: 'anyone',
  summary: 'The process answers, whether ready or not.',
  answer: z.object({ status: z.literal('ok') }),
})

export const readWorld = call({
  method: 'GET',
  path: '/world/',
  access: 'anyone',
  summary: 'What kind of world this is: the demo with its sign-ins, and how money is taken.',
  answer: z.object({
    demo: z.boolean(),
    payments: z.enum(['simulated', 'razorpay', 'none']),
    sign_ins: z.array(z.object({ role: z.string(), username: z.string(), password: z.string() })),
  }),
})

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  /** Null once it was sent: the text is not kept. */
  text: z.nullable(z.string()),
  created_at: Time,
  state: z.enum(['kept', 'queued', 'sent', 'failed']),
})
export type Mail = z.infer<typeof Mail>

export const listDemoMail = call({
  method: 'GET',
  path: '/dev/mail/',
  access: 'anyone',
  summary: 'The newest mails of the demo world (404 anywhere else).',
  query: z.strictObject({ to: z.optional(z.string().check(z.maxLength(254))) }),
  answer: z.array(Mail),
})

export const readPlatformMetrics = call({
  method: 'GET',
  path: '/admin/metrics/',
  access: 'admin',
  summary: 'Figures of this process, of the database and of the platform.',
  answer: z.object({
    process: z.object({
      version: z.string(),
      node: z.string(),
      uptime_s: z.int(),
      memory_mb: z.number(),
      event_loop_delay_ms: z.number(),
    }),
    database: z.object({ size_mb: z.number(), connections: z.int() }),
    platform: z.object({
      users: z.int(),
      signed_in: z.int(),
      active_subscriptions: z.int(),
      open_payments: z.int(),
      owed_refunds: z.int(),
      jobs_waiting: z.int(),
      jobs_failed: z.int(),
      mails_waiting: z.int(),
      critical_logs_24h: z.int(),
    }),
    /** The platform's own accounts that prices come over; empty where none has logged in yet. */
    price_accounts: z.array(
      z.object({
        name: z.enum(['first', 'spare']),
        is_feeding: z.boolean(),
        state: LogInState,
        reason: z.nullable(z.string()),
        retry_at: z.nullable(Time),
        changed_at: Time,
      }),
    ),
  }),
})
export type PlatformMetrics = z.infer<typeof readPlatformMetrics.answer>
