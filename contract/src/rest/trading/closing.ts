// Closing positions on request, without stopping the bots, and saying whose an adopted position is.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id } from '../shapes.ts'

/** What asking to close came to. Bots go on trading, so that a later signal may open the symbol again. */
const ClosingAnswer = z.object({
  message: z.string(),
  /** Positions that this call or an earlier one is closing and that are not closed yet. */
  still_open: z.array(z.string()),
})
export const closePosition = call({
  method: 'POST',
  path: '/bots/{id}/positions/{position_id}/close/',
  access: 'owner',
  summary: 'Closes one position at the market price now. Asked again, or while an exit is at work, it adds no order.',
  params: z.strictObject({ id: Id, position_id: Id }),
  answer: ClosingAnswer,
})
export const closeAllPositions = call({
  method: 'POST',
  path: '/bots/close-all/',
  access: 'signed-in',
  summary: 'Closes every own position at the market price now, without stopping the bots.',
  answer: ClosingAnswer,
})

const ByPosition = z.strictObject({ id: Id, position_id: Id })
const AnswerTaken = z.object({ message: z.string() })
export const confirmPosition = call({
  method: 'POST',
  path: '/bots/{id}/positions/{position_id}/confirm/',
  access: 'owner',
  summary: 'Says that a position which the bot took from an order without its tag is the bot’s. The question ends.',
  params: ByPosition,
  answer: AnswerTaken,
})
export const releasePosition = call({
  method: 'POST',
  path: '/bots/{id}/positions/{position_id}/release/',
  access: 'owner',
  recentAuth: true,
  summary:
    'Says that a position which the bot took from an order without its tag is the owner’s: the bot withdraws its stop and leaves the shares alone.',
  params: ByPosition,
  answer: AnswerTaken,
})
