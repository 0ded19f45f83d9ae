import { counted, type Phrase, textOf } from './audit-words.ts'

export const ACCOUNT_PHRASES: Readonly<Record<string, Phrase>> = {
  'account.registered': () => 'registered',
  'account.signed-in': () => 'signed in',
  'account.authenticated-again': () => 'confirmed their identity again',
  'account.profile-changed': ({ after }) => `changed their profile (${changed(after)})`,
  'account.sheet-accepted': ({ after, nameOf }) =>
    `accepted how version ${textOf(after['version'])} of ${nameOf(after['strategy_id']) ?? 'a strategy'} decides`,
  'account.password-changed': () => 'changed their password',
  'account.factor-on': () => 'turned the second factor on',
  'account.factor-off': () => 'turned the second factor off',
  'account.recovery-codes': () => 'made new recovery codes',
  'account.passkey-added': ({ after }) => `added the passkey ${textOf(after['name'])}`,
  'account.passkey-removed': ({ before }) => `removed the passkey ${textOf(before['name'])}`,
  'account.session-ended': () => 'signed out one of their devices',
  'account.all-sessions-ended': ({ after }) =>
    `signed out everywhere (${counted(after['ended'], 'device', 'devices')})`,
  'account.exported': () => 'exported their data',
  'account.closed': () => 'closed their account',
  'account.notices-accepted': ({ after }) => `accepted ${listOf(after['notices'])}`,
  'account.alerts-changed': () => 'changed which alerts they get',
  'account.mail-test': () => 'sent a test mail to themselves',
  'account.telegram-code': () => 'asked for a code to link Telegram',
  'account.telegram-linked': () => 'linked a Telegram chat',
  'account.telegram-test': () => 'sent a test message to their Telegram chat',
  'account.telegram-unlinked': () => 'unlinked their Telegram chat',
  'credentials.saved': () => 'saved broker credentials',
  'credentials.updated': () => 'changed broker credentials',
  'credentials.deleted': () => 'deleted broker credentials',
  'credentials.log-in-cleared': ({ whom }) => `let the engine try the broker log-in of ${whom} again`,
  'user.suspended': ({ whom }) => `suspended ${whom}`,
  'user.restored': ({ whom }) => `ended the suspension of ${whom}`,
  'user.role-changed': ({ whom, after }) =>
    after['is_admin'] ? `made ${whom} an administrator` : `took the administrator role away from ${whom}`,
  'user.address-assigned': ({ whom, after }) =>
    after['outbound_address']
      ? `assigned the outbound address ${textOf(after['outbound_address'])} to ${whom}`
      : `removed the outbound address of ${whom}`,
  'user.session-ended': ({ whom }) => `signed ${whom} out on one device`,
  'user.sessions-ended': ({ whom, after }) =>
    `signed ${whom} out everywhere (${counted(after['ended'], 'device', 'devices')})`,
  'user.note-added': ({ whom }) => `added a note on ${whom}`,
  'user.flattened': ({ whom, after }) =>
    `flattened the account of ${whom} (${counted(Array.isArray(after['stopped']) ? after['stopped'].length : 0, 'bot', 'bots')} stopped)`,
}

function changed(after: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(after)
    .filter((key) => !key.endsWith('_at'))
    .map((key) => key.replaceAll('_', ' '))
  return fields.length > 0 && fields.length <= 4 ? fields.join(', ') : 'several fields'
}

function listOf(notices: unknown): string {
  const names = Array.isArray(notices)
    ? notices.map((notice) => textOf(notice))
    : Object.keys((notices ?? {}) as object)
  return names.length > 0 ? `the notices ${names.join(', ')}` : 'the notices'
}
