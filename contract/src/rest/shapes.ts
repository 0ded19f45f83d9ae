// Schemas shared by all areas.
import * as z from 'zod/mini'

export const Id = z.uuid('This is not a valid id')
export const Time = z.iso.datetime()
/** A day in a request. There is no year 0: before the year 1 came the year 1 BC. */
export function dayInput(message: string) {
  return z.iso.date(message).check(z.regex(/^(?!0000)/, message))
}
export const Message = z.object({ message: z.string() })
export const NoContent = z.null()
export const ById = z.strictObject({ id: Id })

type TextLimits = { min?: [number, string]; max?: number; hasLines?: boolean }

/** A required text, trimmed; of one line, unless it may have several. */
export function required(message: string, limits: TextLimits = {}) {
  const max = limits.max ?? 200
  return z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.minLength(limits.min?.[0] ?? 1, limits.min?.[1] ?? message),
      z.maxLength(max, `At most ${max} characters`),
      z.regex(limits.hasLines ? /^/ : /^[^\t\n\r\u2028\u2029]*$/, 'Write this on one line'),
    )
}

/** The current password, not trimmed. */
export const CurrentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(128, 'Password must be at most 128 characters long'))

/** Money in answers: rupees with two decimals. */
export const Rupees = z.number()

/** Money in requests: rupees with at most two decimals, within a plausible range. */
export function rupeesInput(message: string, limits: { min?: number; max?: number } = {}) {
  return z.number(message).check(
    z.gte(limits.min ?? 0, message),
    z.lte(limits.max ?? 1_000_000_000, 'This amount is too large'),
    z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals'),
  )
}

/** The answer of a call that sends a file. */
export const Bytes = z.instanceof(Uint8Array)

/** A whole number in a query, where everything is text. */
export function queryNumber(limits: { min: number; max: number }) {
  const message = `Enter a whole number from ${limits.min} to ${limits.max}`
  return z.pipe(
    z.coerce.number<number>(message),
    z.int(message).check(z.gte(limits.min, message), z.lte(limits.max, message)),
  )
}

/** The requested part of a list. */
export const paging = {
  page: z._default(queryNumber({ min: 1, max: 1_000_000 }), 1),
  page_size: z._default(queryNumber({ min: 1, max: 100 }), 20),
}
