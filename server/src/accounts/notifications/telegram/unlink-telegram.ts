import { refuse } from '@trading-bot/contract/rest/refusals'
import type { unlinkTelegram as spec } from '@trading-bot/contract/rest/accounts/telegram'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { unlinkChat } from './telegram-store.ts'

/** Works without a bot too: a link may outlive the operator's token. */
export const unlinkTelegram: UseCase<typeof spec> = async (context) => {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const unlinked = await unlinkChat(tx, { userId: actor.userId })
    if (!unlinked) return refuse('TELEGRAM_NOT_LINKED')
    await recordAudit(tx, context, {
      action: 'account.telegram-unlinked',
      subject: { kind: 'user', id: actor.userId },
      before: { name: unlinked.name },
    })
    return null
  })
}
