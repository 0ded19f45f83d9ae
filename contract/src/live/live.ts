// The event stream to browsers: Server-Sent Events, read by fetch so that the token stays in a header.
import * as z from 'zod/mini'
import { Trade } from '../rest/trading/bots.ts'
import { call } from '../rest/call.ts'
import { Id } from '../rest/shapes.ts'

/** The first event of every stream. If not resumed, changes may have been missed, so the client reloads everything. */
const ReadyEvent = z.object({ event: z.literal('ready'), data: z.object({ is_resumed: z.boolean() }) })
/** An order was created or changed, with its current state. */
const OrderEvent = z.object({ event: z.literal('order'), data: Trade })
/** A bot, its switches or its settings changed; null means any bot. */
const BotsEvent = z.object({ event: z.literal('bots'), data: z.object({ bot_id: z.nullable(Id) }) })
/** A running strategy of this bot has said something; null means any bot. For administrators. */
const OutputEvent = z.object({ event: z.literal('output'), data: z.object({ bot_id: z.nullable(Id) }) })
/** The last event: the client must reconnect with a valid token. */
const EndEvent = z.object({
  event: z.literal('end'),
  data: z.object({ reason: z.enum(['token', 'session', 'shutdown']) }),
})

export const LiveEvent = z.discriminatedUnion('event', [ReadyEvent, OrderEvent, BotsEvent, OutputEvent, EndEvent])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Not one of the calls, because it answers with a stream. `Last-Event-ID` is the last event received. */
export const openLive = call({
  method: 'GET',
  path: '/live/',
  access: 'signed-in',
  summary: 'Own orders and bots as they change; an administrator gets those of all users.',
  answer: LiveEvent,
})
