// Settings that administrators change at runtime: a closed registry, each with type and default.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { NoContent, Time } from '../shapes.ts'

type Setting = {
  readonly type: 'int' | 'bool' | 'text' | 'email'
  readonly default: string | number | boolean
  readonly label: string
  readonly description: string
  readonly min?: number
  readonly max?: number
}

export const SETTINGS = {
  'trading.max_orders_per_day': {
    type: 'int',
    default: 50,
    min: 1,
    max: 50,
    label: 'Entries a day, at most',
    description: 'The cap over every plan, bot and user.',
  },
  'mail.from_name': {
    type: 'text',
    default: '',
    max: 60,
    label: 'Sender of mails',
    description: 'The name that stands before the address of every mail; empty takes the one of MAIL_FROM.',
  },
  'support.email': {
    type: 'email',
    default: '',
    max: 254,
    label: 'Support address',
    description: 'Shown with maintenance notices; empty shows none.',
  },
  'maintenance.notice_hours': {
    type: 'int',
    default: 24,
    min: 0,
    max: 168,
    label: 'Notice of maintenance, hours',
    description: 'How long before a window begins everybody reads of it.',
  },
  'reality.min_agreement_percent': {
    type: 'int',
    default: 80,
    min: 0,
    max: 100,
    label: 'Agreement with backtests, at least %',
    description: 'Administrators are told once a day of a bot whose last sessions agree less with a backtest.',
  },
  'maintenance.pause_entries': {
    type: 'bool',
    default: true,
    label: 'Maintenance pauses entries',
    description: 'While a window lasts no new position is opened; exits are managed on.',
  },
  'deploy.second_approval': {
    type: 'bool',
    default: false,
    label: 'Second administrator for live deploys',
    description:
      'A version that may trade with real money is deployed once a second administrator deploys it too. Turning this off takes two administrators as well.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS
const KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]]
export const SettingKey = z.enum(KEYS, 'This setting is not known')
type ValueOf<S extends Setting> = S['type'] extends 'int' ? number : S['type'] extends 'bool' ? boolean : string
export type Settings = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> }

const SettingValue = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean()], 'Enter a value')

/** What is wrong with a value, or undefined if it is valid. */
export function problemWith(key: SettingKey, value: string | number | boolean): string | undefined {
  const setting: Setting = SETTINGS[key]
  const [min, max] = [setting.min ?? 0, setting.max ?? 200]
  switch (setting.type) {
    case 'int':
      return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
        ? undefined
        : `Enter a whole number from ${min} to ${max}`
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'Choose on or off'
    case 'email':
      return value === '' || (typeof value === 'string' && value.length <= max && z.regexes.email.test(value))
        ? undefined
        : 'Please enter a valid email address'
    case 'text':
      return value === setting.default || isName(value, max) ? undefined : `Enter 1 to ${max} characters in one line`
  }
}

// Names appear in mail headers: one line, without characters that end a quoted name.
function isName(value: string | number | boolean, max: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max && !/[\r\n"<>\\]/.test(value)
}

export const SettingView = z.object({
  /** The key, which is also the id because the registry is closed. */
  id: SettingKey,
  key: SettingKey,
  value: SettingValue,
  default: SettingValue,
  is_default: z.boolean(),
  type: z.enum(['int', 'bool', 'text', 'email']),
  label: z.string(),
  description: z.string(),
  updated_at: z.nullable(Time),
})
export type SettingView = z.infer<typeof SettingView>

const BySettingId = z.strictObject({ id: SettingKey })

export const listSettings = call({
  method: 'GET',
  path: '/admin/config/',
  access: 'admin',
  summary: 'Every setting with its value and its default.',
  answer: z.array(SettingView),
})

export const createSetting = call({
  method: 'POST',
  path: '/admin/config/',
  access: 'admin',
  recentAuth: true,
  summary: 'Set a setting that still has its default.',
  body: z.strictObject({ key: SettingKey, value: SettingValue }),
  answer: SettingView,
  status: 201,
})

export const readSetting = call({
  method: 'GET',
  path: '/admin/config/{id}/',
  access: 'admin',
  summary: 'One setting by its key.',
  params: BySettingId,
  answer: SettingView,
})

export const updateSetting = call({
  method: 'PUT',
  path: '/admin/config/{id}/',
  access: 'admin',
  recentAuth: true,
  summary: 'Set a setting.',
  params: BySettingId,
  body: z.strictObject({ value: SettingValue }),
  answer: SettingView,
})

export const deleteSetting = call({
  method: 'DELETE',
  path: '/admin/config/{id}/',
  access: 'admin',
  recentAuth: true,
  summary: 'Return a setting to its default.',
  params: BySettingId,
  answer: NoContent,
  status: 204,
})
