import type { LiveAccount } from './live-account.ts'
import { type LiveEngine, say } from './live-engine.ts'

const MOST_IN_A_ROW = 5

/** The broker's proven no. Several in a row are no accident: the bot stops entering until its owner has looked. */
export function noteRejection(engine: LiveEngine, account: LiveAccount, sentence: string): void {
  account.rejectionsInARow++
  say(engine, account, 'ORDER_REJECTED', sentence)
  if (account.rejectionsInARow < MOST_IN_A_ROW) return
  account.participant = { ...account.participant, isRunning: false }
  const reason = `The broker rejected ${account.rejectionsInARow} orders in a row, the last one with: ${sentence}`
  say(engine, account, 'TOO_MANY_REJECTIONS', reason)
}
