// The platform itself: health, environment facts for the browser, and the demo's mail.
import * as z from 'zod/mini'
import { LegalVariant } from '../../legal/variant.ts'
import { GstState } from '../billing/gst-states.ts'
import { call } from '../call.ts'
import { LogInState } from '../trading/credentials.ts'
import { Id, Time } from '../shapes.ts'
import { HostingMode, PaperPrices, PerformanceClaims } from './compliance.ts'

export const readHealth = call({
  method: 'GET',
  path: '/health/',
  access: 'anyone',
  summary: 'Readiness: 200 with status ok, 503 while starting or while a part is down.',
  answer: z.object({
    status: z.literal('ok'),
    version: z.string(),
    uptime_s: z.number(),
    /** `storage` is low or full where the disk is; everything else is ok, or the answer is 503. */
    checks: z.record(z.string(), z.enum(['ok', 'low', 'full'])),
  }),
})

export const readLiveness = call({
  method: 'GET',
  path: '/health/live/',
  access: 'anyone',
  summary: 'Liveness: the process answers, whether ready or not.',
  answer: z.object({ status: z.literal('ok') }),
})

export const readWorld = call({
  method: 'GET',
  path: '/world/',
  access: 'anyone',
  summary:
    'The environment: whether this is the demo, its sign-ins, what this installation offers, and the state that invoices come from.',
  answer: z.object({
    demo: z.boolean(),
    payments: z.enum(['simulated', 'razorpay', 'none']),
    /** Whether the operator allows real money. */
    live_trading: z.boolean(),
    hosting: HostingMode,
    performance: PerformanceClaims,
    paper_prices: PaperPrices,
    /** Which prices a paper account trades on and is valued at. */
    prices: z.string(),
    /** And for what the own live account holds. */
    own_prices: z.string(),
    /** Whether the operator has configured a Telegram bot. */
    telegram: z.boolean(),
    /** Where the seller is registered: it decides between CGST with SGST and IGST. */
    seller_state: GstState,
    sign_ins: z.array(z.object({ role: z.string(), username: z.string(), password: z.string() })),
  }),
})

export const readOperator = call({
  method: 'GET',
  path: '/operator/',
  access: 'anyone',
  summary: 'Who runs this platform, the grievance contact that the notices name, and what their texts depend on.',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    gstin: z.string(),
    grievance_email: z.string(),
    legal: LegalVariant,
  }),
})

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  /** Null once sent, because the text is not stored. */
  text: z.nullable(z.string()),
  created_at: Time,
  state: z.enum(['kept', 'queued', 'sent', 'failed']),
})
export type Mail = z.infer<typeof Mail>

export const listDemoMail = call({
  method: 'GET',
  path: '/dev/mail/',
  access: 'anyone',
  summary: 'The newest mails of the demo (404 outside the demo).',
  query: z.strictObject({ to: z.optional(z.string().check(z.maxLength(254))) }),
  answer: z.array(Mail),
})

export const readPlatformMetrics = call({
  method: 'GET',
  path: '/admin/metrics/',
  access: 'admin',
  summary: 'Metrics of this process, the database and the platform.',
  answer: z.object({
    process: z.object({
      version: z.string(),
      node: z.string(),
      uptime_s: z.int(),
      memory_mb: z.number(),
      event_loop_delay_ms: z.number(),
    }),
    database: z.object({
      size_mb: z.number(),
      connections: z.int(),
      /** Null without a replica. Its lag is null while it cannot be told, and reports are read from the primary. */
      replica: z.nullable(z.object({ lag_s: z.nullable(z.number()), is_read: z.boolean() })),
    }),
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
    /** The platform's own price accounts; empty before the first log-in. */
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
