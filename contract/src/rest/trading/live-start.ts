import * as z from 'zod/mini'
import { CurrentPassword } from '../shapes.ts'

/**
 * A live start asks for the password again, for the typed consent and, on own logic, for the confirmed parameters. Two
 * calls start a bot.
 */
export const liveStart = {
  password: z.optional(CurrentPassword),
  consent: z.optional(z.string().check(z.maxLength(80))),
  /** The hash of the parameters that were shown. */
  own_parameters: z.optional(z.string().check(z.maxLength(80))),
}

/** What real money needs beyond paper. */
export const LIVE_NEEDS = [
  'live_plan',
  'live_switch',
  'live_strategy',
  'live_algo',
  'live_box',
  'live_sheet',
  'live_history',
  'live_verified',
  'live_address',
  'live_machine',
  'live_funds',
  'live_hosting',
  'live_own_logic',
  'live_rate',
  'live_empanelment',
  'live_approval',
  'live_provider',
  'live_probe',
] as const
