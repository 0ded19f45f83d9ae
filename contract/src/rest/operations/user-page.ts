// Everything the operator needs to know about one user, on one page.
import * as z from 'zod/mini'
import { Session } from '../accounts/security.ts'
import { ManagedUser } from '../accounts/users.ts'
import { Goodwill } from '../billing/goodwill.ts'
import { Payment } from '../billing/payments.ts'
import { ReportedSubscription } from '../billing/subscription-reports.ts'
import { call } from '../call.ts'
import { ById, Id, Message, required, Rupees, Time } from '../shapes.ts'
import { FeedTrade } from '../trading/analytics.ts'
import { CredentialStatus } from '../trading/credentials.ts'
import { UserBot } from '../trading/user-bots.ts'
import { AuditLine, SystemLog } from './logs.ts'

export const UserNote = z.object({ id: Id, text: z.string(), author: z.string(), created_at: Time })
export type UserNote = z.infer<typeof UserNote>

export const UserPage = z.object({
  user: ManagedUser,
  /** Newest first; the lists hold at most the newest 20, the sessions all that are open. */
  subscriptions: z.array(ReportedSubscription),
  payments: z.array(Payment),
  /** What has been paid or given and not used. */
  credit: Rupees,
  goodwill: z.array(Goodwill),
  bots: z.array(UserBot),
  trades: z.array(FeedTrade),
  /** Their state, never their values; null without saved credentials. */
  credentials: z.nullable(z.omit(CredentialStatus, { api_key_masked: true, client_code_masked: true })),
  sessions: z.array(z.omit(Session, { is_current: true })),
  notes: z.array(UserNote),
})
export type UserPage = z.infer<typeof UserPage>

export const readUserPage = call({
  method: 'GET',
  path: '/admin/users/{id}/',
  access: 'admin',
  summary: 'One user: subscriptions, payments, bots, trades, state of the credentials, sessions and operators’ notes.',
  params: ById,
  answer: UserPage,
})

const Mail = z.object({
  id: Id,
  subject: z.string(),
  /** kept: this installation sends no mail. */
  state: z.enum(['queued', 'sent', 'failed', 'kept']),
  created_at: Time,
  sent_at: z.nullable(Time),
})

/** The newest 50 of each. A mail's text may hold codes and links, so nobody but its reader sees it. */
export const UserRecords = z.object({
  logs: z.array(SystemLog),
  audit: z.array(AuditLine),
  mails: z.array(Mail),
})
export type UserRecords = z.infer<typeof UserRecords>

export const readUserRecords = call({
  method: 'GET',
  path: '/admin/users/{id}/records/',
  access: 'admin',
  summary: 'What was recorded about one user: log lines, audit lines by and about them, and the mails they were sent.',
  params: ById,
  answer: UserRecords,
})

export const endUserSession = call({
  method: 'DELETE',
  path: '/admin/users/{id}/sessions/{session_id}/',
  access: 'admin',
  summary: 'Sign a user out on one device.',
  params: z.strictObject({ id: Id, session_id: Id }),
  answer: Message,
})

export const AddUserNote = z.strictObject({
  text: required('Write a note', { max: 2000, hasLines: true }),
})
export const addUserNote = call({
  method: 'POST',
  path: '/admin/users/{id}/notes/',
  access: 'admin',
  summary: 'Add a note on a user for other operators. Notes cannot be changed or removed.',
  params: ById,
  body: AddUserNote,
  answer: UserNote,
  status: 201,
})
