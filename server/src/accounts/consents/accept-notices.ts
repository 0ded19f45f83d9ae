import type { acceptNotices as spec } from '@trading-bot/contract/rest/accounts/consents'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { currentNotices } from './current-notices.ts'
import { recordConsents } from './consent-store.ts'
import { readConsents } from './list-consents.ts'

/** A page that was open while a text changed showed the old one: accepting that is not consent to the new. */
export const acceptNotices: UseCase<typeof spec> = async (context, { notices }) => {
  const { db, actor, clock, config, origin } = context
  const current = await currentNotices(db, config)
  if (notices.some(({ notice, version }) => current[notice].version !== version)) return refuse('NOTICE_CHANGED')
  return db.transaction().execute(async (tx) => {
    const keys = notices.map(({ notice }) => notice)
    const given = { userId: actor.userId, keys, notices: current, address: origin.address, now: clock.now() }
    const added = await recordConsents(tx, given)
    if (added.length > 0) {
      const subject = { kind: 'user', id: actor.userId } as const
      await recordAudit(tx, context, { action: 'account.notices-accepted', subject, after: { notices } })
    }
    return readConsents(tx, actor, current)
  })
}
