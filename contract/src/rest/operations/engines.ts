// The engines that trade, and how the shards are spread over them.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Time } from '../shapes.ts'

export const Engine = z.object({
  /** Counted from the first engine that ever joined. */
  number: z.int(),
  /** Machine and process. */
  name: z.string(),
  /** Where it stands, if its operator says so. */
  zone: z.nullable(z.string()),
  /** How many parts of the accounts it takes where an engine of capacity 1 takes one. */
  capacity: z.int(),
  /** Registered addresses of its own machine, from which its live accounts can trade; those of proxies are not among them. */
  addresses: z.array(z.string()),
  joined_at: Time,
  shards: z.int(),
  /** Running bots in these shards. */
  bots: z.int(),
  /** Since the engine last confirmed its shards; it does so twice a second. */
  silent_ms: z.int(),
  /** It was ended for silence and takes no shards until then, unless all others rest for longer. */
  rests_until: z.nullable(Time),
  /** When it last took a shard over. */
  last_takeover_at: z.nullable(Time),
})
export type Engine = z.infer<typeof Engine>

export const Engines = z.object({
  engines: z.array(Engine),
  shards: z.int(),
  /** Shards that no engine holds, and the running bots in them that nobody trades. */
  unheld_shards: z.int(),
  unheld_bots: z.int(),
  last_takeover_at: z.nullable(Time),
})
export type Engines = z.infer<typeof Engines>

export const listEngines = call({
  method: 'GET',
  path: '/admin/engines/',
  access: 'admin',
  summary: 'The engines that live, their shards, how long each has been silent, and the last takeover.',
  answer: Engines,
})
