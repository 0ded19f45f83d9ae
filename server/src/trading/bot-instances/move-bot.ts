import type { BotAction } from '@trading-bot/contract/rest/trading/bots'
import { type AuditScene, recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { type BotInstanceRow, changeBot } from './bot-store.ts'
import { askToClose } from './positions/ask-to-close.ts'

const DONE = {
  start: 'started',
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
  restart: 'restarted',
} as const satisfies Record<BotAction, string>

type Move = {
  readonly action: BotAction
  readonly close_positions?: boolean
  readonly change: Parameters<typeof changeBot>[3]
}

/**
 * Changes a bot's state with its audit line and log, in the caller's transaction: whoever stops a bot, from wherever,
 * stops it here. Undefined if another change came first.
 */
export async function moveBot(
  tx: Tx,
  scene: AuditScene,
  bot: BotInstanceRow,
  { action, close_positions = false, change }: Move,
): Promise<BotInstanceRow | undefined> {
  const now = scene.clock.now()
  const stopped = change.status === 'stopped' && { stopped_at: now }
  const whole = { status_reason: null, ...change, ...stopped, closesPositions: close_positions }
  const moved = await changeBot(tx, bot.id, [bot.status], whole, now)
  if (!moved) return undefined
  if (close_positions) await askToClose(tx, scene, [bot.id])
  await recordAudit(tx, scene, {
    action: `bot.${action}`,
    subject: { kind: 'user-bot', id: bot.id },
    before: { status: bot.status },
    after: { status: moved.status, mode: moved.mode, close_positions },
  })
  await recordLog(tx, now, {
    level: 'INFO',
    category: 'bot',
    message: `${bot.name} was ${DONE[action]}${close_positions ? ', and its positions are being closed' : ''}`,
    userId: bot.user_id,
    details: { status: moved.status, mode: moved.mode },
  })
  return moved
}
