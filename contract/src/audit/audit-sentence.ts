// An audit line as a sentence: who did what to whom, with names, rupees and dates.
import { ACCOUNT_PHRASES } from './account-phrases.ts'
import type { Line, Phrase, Values } from './audit-words.ts'
import { MONEY_PHRASES } from './money-phrases.ts'
import { PLATFORM_PHRASES } from './platform-phrases.ts'
import { TRADING_PHRASES } from './trading-phrases.ts'

export type AuditFacts = {
  readonly action: string
  /** Null for the platform itself. */
  readonly actor: { readonly id: string; readonly email: string } | null
  readonly subject: { readonly kind: string; readonly id: string }
  readonly before: unknown
  readonly after: unknown
  /** The names of the ids in the line: of its subject, and of what its values refer to. */
  readonly names: Readonly<Record<string, string>>
}

/** Everything that is recorded has a phrase; a test reads the sources and asks for each. */
export const AUDIT_PHRASES: Readonly<Record<string, Phrase>> = {
  ...ACCOUNT_PHRASES,
  ...MONEY_PHRASES,
  ...TRADING_PHRASES,
  ...PLATFORM_PHRASES,
}

/** "admin@example.in refunded ₹400.00 of EMA Monthly (₹999.00) of meera@example.in. Reason: paid twice." */
export function auditSentence(facts: AuditFacts): string {
  const { action, subject, names } = facts
  const name = names[subject.id]
  // Somebody who registers or signs in is not signed in yet, so that the line has no actor.
  const isOfOwner = action.startsWith('account.') && subject.kind === 'user' && name !== undefined
  const actor = facts.actor ?? (isOfOwner ? { id: subject.id, email: name } : null)
  const isOwn = subject.kind === 'user' && subject.id === actor?.id
  const line: Line = {
    whom: isOwn ? 'their own account' : (name ?? NAMELESS[subject.kind] ?? subject.kind.replaceAll('-', ' ')),
    subjectId: subject.id,
    before: valuesOf(facts.before),
    after: valuesOf(facts.after),
    nameOf: (id) => (typeof id === 'string' ? names[id] : undefined),
  }
  const phrase = AUDIT_PHRASES[action]?.(line) ?? `did "${action.replaceAll(/[._-]/g, ' ')}" to ${line.whom}`
  const reason = line.after['reason'] || line.before['reason']
  const because = typeof reason === 'string' ? ` Reason: ${reason.replace(/[.\s]+$/, '')}.` : ''
  return `${actor?.email ?? 'The platform'} ${phrase}.${because}`
}

const NAMELESS: Readonly<Record<string, string>> = {
  user: 'a user',
  'user-bot': 'a user’s bot',
  payment: 'a payment',
  subscription: 'a subscription',
  bot: 'a bot',
  'bot-plan': 'a plan',
  plan: 'a plan',
  symbol: 'a symbol',
  'kill-switch': 'a removed subject',
  backtest: 'a backtest',
  algo: 'an algo',
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
}
