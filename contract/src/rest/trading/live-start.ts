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
