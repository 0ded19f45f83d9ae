// Drills of the platform's kill switch: it is set, seen to work, and lifted.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, Time } from '../shapes.ts'

export const Drill = z.object({
  id: Id,
  run_by: z.string(),
  run_at: Time,
  /** How many bots could enter before it, while it stood, and after it was lifted. */
  bots_before: z.int(),
  bots_during: z.int(),
  bots_after: z.int(),
  effective_ms: z.int(),
  note: z.string(),
  /** Nobody could enter while it stood, and as many as before afterwards. */
  is_passed: z.boolean(),
})
export type Drill = z.infer<typeof Drill>

/** Also the form’s schema. */
export const RunDrill = z.strictObject({
  note: z._default(z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')), ''),
  /** In a session bots may miss a signal of that second. */
  during_session: z._default(z.boolean(), false),
})

export const runDrill = call({
  method: 'POST',
  path: '/admin/switches/drills/',
  access: 'admin',
  recentAuth: true,
  summary:
    'Sets the platform’s kill switch, looks whether anybody could still enter, lifts it, and records what was seen.',
  body: RunDrill,
  answer: Drill,
  status: 201,
})

export const listDrills = call({
  method: 'GET',
  path: '/admin/switches/drills/',
  access: 'admin',
  summary: 'The hundred newest drills of the kill switch.',
  answer: z.array(Drill),
})
