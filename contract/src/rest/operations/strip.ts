// What the operator has to know at a glance. A part that could not be read is null: unknown, never zero.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Rupees, Time } from '../shapes.ts'

const Exposure = z.object({
  positions: z.int(),
  accounts: z.int(),
  /** At entry prices: longs and shorts together, and longs less shorts. */
  gross: Rupees,
  net: Rupees,
})
export type Exposure = z.infer<typeof Exposure>

export const OperationsStrip = z.object({
  /** Kill switches that stand, and why nobody opens positions now: the platform's own switch, or maintenance. */
  switches: z.nullable(
    z.object({
      count: z.int(),
      is_platform_paused: z.boolean(),
      paused_by: z.array(z.object({ reason: z.string(), until: z.nullable(Time) })),
    }),
  ),
  /** Bots of users in error, and the names of the bots they run. */
  failed_bots: z.nullable(z.object({ count: z.int(), strategies: z.array(z.string()) })),
  /** What users ask for and what the provider rejected. */
  refunds: z.nullable(z.object({ count: z.int(), amount: Rupees })),
  /** Orders whose outcome is not known yet. */
  unknown_orders: z.nullable(z.object({ live: z.int(), paper: z.int() })),
  /** Whether prices arrive. */
  feed: z.nullable(z.object({ is_up: z.boolean() })),
  /** Whether an engine holds shards, so that somebody trades and watches what is open. */
  engine: z.nullable(z.object({ is_running: z.boolean() })),
  exposure: z.nullable(z.object({ live: Exposure, paper: Exposure })),
  calendar: z.nullable(
    z.object({ is_open: z.boolean(), is_simulated: z.boolean(), note: z.string(), alerts: z.array(z.string()) }),
  ),
})
export type OperationsStrip = z.infer<typeof OperationsStrip>

export const readOperationsStrip = call({
  method: 'GET',
  path: '/admin/operations/',
  access: 'admin',
  summary: 'What needs an operator now: switches, failures, refunds, unknown orders, feed, exposure and calendar.',
  answer: OperationsStrip,
})
