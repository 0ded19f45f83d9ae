// One search over everything an operator looks for.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, Time } from '../shapes.ts'

export const SearchHit = z.object({
  kind: z.enum(['user', 'bot', 'order', 'payment', 'log']),
  id: Id,
  title: z.string(),
  detail: z.string(),
  /** The user it is about; null for a log line about nobody. */
  user: z.nullable(z.object({ id: Id, email: z.string() })),
  at: Time,
})
export type SearchHit = z.infer<typeof SearchHit>

const TOO_SHORT = 'Enter at least 2 characters'
export const searchEverything = call({
  method: 'GET',
  path: '/admin/search/',
  access: 'admin',
  summary:
    'Users, their bots, orders, payments and log lines that match a text: at most five of each kind, newest first.',
  query: z.strictObject({ q: z.string(TOO_SHORT).check(z.trim(), z.minLength(2, TOO_SHORT), z.maxLength(100)) }),
  answer: z.array(SearchHit),
})
