import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { startTelegramLink as spec } from '@trading-bot/contract/rest/accounts/telegram'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { after } from '../../../platform/clock.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { hashCode, newLinkCode } from './link-code.ts'
import { findBotUsername, findChat, storeCode } from './telegram-store.ts'

const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000

export const startTelegramLink: UseCase<typeof spec> = async (context) => {
  const { db, actor, clock, config } = context
  const now = clock.now()
  if (!config.telegram) return refuse('TELEGRAM_NOT_SET_UP')
  const wait = await hitThrottle(db, { key: `telegram-link:${actor.userId}`, limit: 20, windowMs: HOUR_MS }, now)
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  if (await findChat(db, actor.userId)) return refuse('TELEGRAM_LINKED')
  // Written by the process that reads messages: without it nobody would receive the code.
  const username = await findBotUsername(db, config.telegram.botId)
  if (!username) return refuse('TELEGRAM_DOWN')
  const code = newLinkCode()
  const expiresAt = after(now, TEN_MINUTES_MS)
  return db.transaction().execute(async (tx) => {
    await storeCode(tx, actor.userId, hashCode(config, code), expiresAt)
    await recordAudit(tx, context, { action: 'account.telegram-code', subject: { kind: 'user', id: actor.userId } })
    return { code, url: `https://t.me/${username}?start=${code}`, expires_at: expiresAt.toISOString() }
  })
}
