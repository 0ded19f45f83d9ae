import { SETTINGS } from '../rest/operations/settings.ts'
import { counted, dayOf, type Line, type Phrase, textOf } from './audit-words.ts'

export const PLATFORM_PHRASES: Readonly<Record<string, Phrase>> = {
  'bulk.started': ({ after }) => {
    const users = counted(after['users'], 'user', 'users')
    if (after['action'] === 'extend') return `gave ${users} ${counted(after['days'], 'free day', 'free days')} each`
    return after['action'] === 'mail'
      ? `mailed ${users}: ${textOf(after['subject'])}`
      : `restarted the bots of ${users}`
  },
  'setting.changed': ({ subjectId, before, after }) =>
    `changed the setting "${settingName(subjectId)}" from ${textOf(before['value'])} to ${textOf(after['value'])}`,
  'setting.reset': ({ subjectId, after }) =>
    `returned the setting "${settingName(subjectId)}" to its default, ${textOf(after['value'])}`,
  'maintenance.announced': ({ after }) => `announced the maintenance ${windowOf(after)}`,
  'maintenance.changed': ({ after }) => `changed the maintenance ${windowOf(after)}`,
  'maintenance.removed': ({ before }) => `removed the maintenance ${windowOf(before)}`,
  'instance.start': (line) => `started the machine ${machineOf(line)}`,
  'instance.stop': (line) => `stopped the machine ${machineOf(line)}`,
  'instance.reboot': (line) => `restarted the machine ${machineOf(line)}`,
  'symbol.switched': ({ after, before }) =>
    `turned the symbol ${textOf(after['symbol'] ?? before['symbol'])} ${textOf(after['is_active'])}`,
  'symbol.deleted': ({ before, whom }) => `deleted the symbol ${before['symbol'] ? textOf(before['symbol']) : whom}`,
  'symbol.token_changed': ({ before, after }) =>
    `changed the token of ${textOf(after['symbol'])} from ${textOf(before['token'])} to ${textOf(after['token'])}`,
  'symbols.switched': ({ after }) => `turned ${symbolsOf(after['symbols'])} ${textOf(after['is_active'])}`,
  'setting.off_requested': ({ subjectId }) => `asked a second administrator to turn off ${settingName(subjectId)}`,
  'symbols.uploaded': () => 'uploaded a list of symbols',
  'calendar.holiday_saved': ({ after }) => `saved the holiday ${holidayOf(after)}`,
  'calendar.holiday_removed': ({ before }) => `removed the holiday ${holidayOf(before)}`,
  'calendar.holidays_imported': ({ subjectId }) => `imported the holidays of ${subjectId}`,
  'calendar.session_saved': ({ after }) => `saved a special session on ${dayOf(after['day'])}`,
  'calendar.session_removed': ({ before }) => `removed the special session on ${dayOf(before['day'])}`,
  'calendar.hours_saved': () => 'changed the trading hours',
  'calendar.hours_removed': () => 'removed a change of the trading hours',
  'calendar.year_confirmed': ({ subjectId }) => `confirmed the holidays of ${subjectId}`,
  'calendar.year_reopened': ({ subjectId }) => `withdrew the confirmation of the holidays of ${subjectId}`,
  'compliance.exported': ({ subjectId }) => `downloaded the evidence "${subjectId}"`,
  'complaint.received': ({ after }) => `entered complaint no. ${textOf(after['number'])} in the register`,
  'complaint.answered': ({ after }) => `answered complaint no. ${textOf(after['number'])}`,
  'history.imported': () => 'imported past prices from a file',
  'history.fetch_started': () => 'started to fetch past prices',
  'history.fetch_stopped': () => 'stopped fetching past prices',
  'history.action_saved': ({ after }) =>
    `saved the ${textOf(after['kind'])} of ${textOf(after['symbol'])} on ${dayOf(after['ex_day'])}`,
  'history.action_removed': ({ before }) => `removed a ${textOf(before['kind'])} on ${dayOf(before['ex_day'])}`,
}

const MOST_NAMED = 5

function symbolsOf(symbols: unknown): string {
  if (!Array.isArray(symbols)) return 'several symbols'
  const named = symbols.slice(0, MOST_NAMED).map(textOf).join(', ')
  const more = symbols.length - MOST_NAMED
  return `the symbols ${named}${more > 0 ? ` and ${more} more` : ''}`
}

function settingName(id: string): string {
  return id in SETTINGS ? SETTINGS[id as keyof typeof SETTINGS].label : id
}

function windowOf({ title, starts_at }: Line['after']): string {
  return `"${textOf(title)}" on ${dayOf(starts_at)}`
}

function machineOf({ before, subjectId }: Line): string {
  return before['name'] ? textOf(before['name']) : subjectId
}

function holidayOf({ day, name }: Line['after']): string {
  return `${textOf(name)} on ${dayOf(day)}`
}
