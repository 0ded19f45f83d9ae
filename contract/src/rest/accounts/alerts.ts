// Alerts: which kinds a user wants, by mail and in the linked chat.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Message } from '../shapes.ts'

export const ALERT_KINDS = ['fills', 'exits', 'limits', 'bot', 'credentials', 'plan', 'summary'] as const
export const AlertKind = z.enum(ALERT_KINDS)
export type AlertKind = z.infer<typeof AlertKind>

export const AlertChoice = z.strictObject({ kind: AlertKind, by_mail: z.boolean(), by_telegram: z.boolean() })
export type AlertChoice = z.infer<typeof AlertChoice>

/** Mailed whatever was chosen, because the user has to act. */
export const ALWAYS_MAILED: ReadonlySet<AlertKind> = new Set(['credentials'])

export const readAlerts = call({
  method: 'GET',
  path: '/auth/alerts/',
  access: 'signed-in',
  summary: 'Which alerts the user wants, by kind and channel. Security mails are sent always and are not listed.',
  answer: z.array(AlertChoice),
})

export const saveAlerts = call({
  method: 'PUT',
  path: '/auth/alerts/',
  access: 'signed-in',
  summary: 'Change some kinds; those not sent stay as they are.',
  body: z.strictObject({ choices: z.array(AlertChoice).check(z.minLength(1), z.maxLength(ALERT_KINDS.length)) }),
  answer: z.array(AlertChoice),
})

export const sendMailTest = call({
  method: 'POST',
  path: '/auth/alerts/test-mail/',
  access: 'signed-in',
  summary: 'Send a test mail to the user’s address.',
  answer: Message,
  status: 202,
})
