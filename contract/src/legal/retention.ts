// How long which data is kept: the schedule that the server carries out and that the privacy page shows.

export type RetentionRule = {
  readonly what: string
  /** Days after `since`; null where the record is kept, and `outcome` says in which form. */
  readonly days: number | null
  readonly since: string
  readonly why: string
  readonly outcome: string
}

const DELETED = 'Deleted'

/** Deleted by the server's hourly retention job, which has one function for every rule here. */
export const SCHEDULED_RETENTION = {
  registrations: {
    what: 'Registrations that were never confirmed, and their codes',
    days: 1,
    since: 'the registration',
    why: 'Needed only until the code is entered',
    outcome: DELETED,
  },
  'reset-links': {
    what: 'Password reset links',
    days: 1,
    since: 'the link expired',
    why: 'Needed only until the link is used',
    outcome: DELETED,
  },
  'sign-in-limits': {
    what: 'Counters of failed sign-ins, and passkey challenges',
    days: 0,
    since: 'they expire',
    why: 'Protect accounts from guessing',
    outcome: DELETED,
  },
  devices: {
    what: 'Devices you signed in from',
    days: 400,
    since: 'the last sign-in there',
    why: 'To warn you of a sign-in from a new device',
    outcome: DELETED,
  },
  sessions: {
    what: 'Sign-in sessions, with device and network address',
    days: 365,
    since: 'the session ended',
    why: 'Logs needed to investigate misuse, one year by the DPDP Rules, 2025',
    outcome: DELETED,
  },
  'security-notices': {
    what: 'Security notices',
    days: 365,
    since: 'you dismissed them',
    why: 'To investigate misuse',
    outcome: DELETED,
  },
  'sent-alerts': {
    what: 'Record of which daily summaries and reminders were sent',
    days: 400,
    since: 'they were sent',
    why: 'So that nothing is said twice',
    outcome: DELETED,
  },
  mails: {
    what: 'Record of mails: address, subject, time',
    days: 90,
    since: 'the mail was written',
    why: 'To answer questions about delivery; the text is deleted once the mail is sent',
    outcome: DELETED,
  },
  'telegram-messages': {
    what: 'Telegram messages',
    days: 30,
    since: 'the message was written',
    why: 'To answer questions about delivery',
    outcome: DELETED,
  },
  'screen-updates': {
    what: 'Order updates waiting for your screen',
    days: 1,
    since: 'the update',
    why: 'A screen that was away for longer loads everything again',
    outcome: DELETED,
  },
  'strategy-output': {
    what: 'What running strategies print, decide and plot',
    days: 7,
    since: 'the line',
    why: 'For the author and the operator; it names no user',
    outcome: DELETED,
  },
  'strategy-states': {
    what: 'What a strategy keeps for its next start',
    days: 30,
    since: 'the strategy last changed it',
    why: 'So that a restart changes nothing; it names no user',
    outcome: DELETED,
  },
  'system-logs': {
    what: 'System log',
    days: 365,
    since: 'the entry',
    why: 'To run the platform and investigate incidents, one year by the DPDP Rules, 2025',
    outcome: DELETED,
  },
  'credential-log': {
    what: 'Log of changes to broker credentials',
    days: 1826,
    since: 'the change',
    why: 'Belongs to the order records, 5 years',
    outcome: DELETED,
  },
  'payment-messages': {
    what: 'Messages from the payment provider, with the contact details it sends',
    days: 365,
    since: 'the message was processed',
    why: 'To settle disputed payments',
    outcome: DELETED,
  },
} as const satisfies Readonly<Record<string, RetentionRule>>

export type ScheduledRetentionKey = keyof typeof SCHEDULED_RETENTION

/** Not a matter of time but of an event: closing the account carries these out at once. */
export const ACCOUNT_RETENTION: readonly RetentionRule[] = [
  {
    what: 'Profile, broker credentials, passkeys, second factor, Telegram chat',
    days: null,
    since: 'While the account is open',
    why: 'To provide the service',
    outcome: 'Erased at once when you close the account',
  },
  {
    what: 'Notes that our support made about your account',
    days: null,
    since: 'While the account is open',
    why: 'To help you without asking twice',
    outcome: 'Erased at once when you close the account',
  },
  {
    what: 'Invoices, payments and ledger',
    days: null,
    since: 'At least 8 years',
    why: 'Tax and company law',
    outcome: 'Kept without your name once the account is closed',
  },
  {
    what: 'Orders, fills and positions',
    days: null,
    since: 'At least 5 years',
    why: 'Securities law',
    outcome: 'Kept without your name once the account is closed',
  },
  {
    what: 'Addresses registered for your orders, family consents to share one, and parameters you confirmed as your own',
    days: null,
    since: 'At least 5 years',
    why: 'Securities law',
    outcome: 'Kept without your name once the account is closed',
  },
  {
    what: 'History of actions (audit log)',
    days: null,
    since: 'At least 8 years',
    why: 'To prove who did what',
    outcome: 'Names, values and network addresses are erased when you close the account',
  },
  {
    what: 'Which notices and strategy sheets you accepted, and when',
    days: null,
    since: 'At least 8 years',
    why: 'To prove consent',
    outcome: 'Network address erased when you close the account',
  },
]

/** "Deleted 365 days after the session ended." */
export function retentionText({ days, since, outcome }: RetentionRule): string {
  if (days === null) return `${since}. ${outcome}.`
  if (days === 0) return `${outcome} when ${since}.`
  return `${outcome} ${periodOf(days)} after ${since}.`
}

function periodOf(days: number): string {
  if (days >= 730) return `${Math.floor(days / 365)} years`
  return days === 1 ? '1 day' : `${days} days`
}
