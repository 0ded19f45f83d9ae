import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { sendTelegramTest as spec } from '@trading-bot/contract/rest/accounts/telegram'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { postTelegram } from './post-telegram.ts'

const TEN_MINUTES_MS = 600_000
const TEXT = 'This is a test message. What your bot does will be told here.'

export const sendTelegramTest: UseCase<typeof spec> = async (context) => {
  const { db, actor, clock, config } = context
  const now = clock.now()
  if (!config.telegram) return refuse('TELEGRAM_NOT_SET_UP')
  const wait = await hitThrottle(db, { key: `telegram-test:${actor.userId}`, limit: 5, windowMs: TEN_MINUTES_MS }, now)
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  return db.transaction().execute(async (tx) => {
    const isPosted = await postTelegram(tx, config, now, { userId: actor.userId, text: TEXT })
    if (!isPosted) return refuse('TELEGRAM_NOT_LINKED')
    await recordAudit(tx, context, { action: 'account.telegram-test', subject: { kind: 'user', id: actor.userId } })
    return { message: 'The test message is on its way.' }
  })
}
