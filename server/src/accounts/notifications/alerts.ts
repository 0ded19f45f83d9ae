import { refuseUntil } from '@trading-bot/contract/rest/refusals'
import type {
  readAlerts as read,
  saveAlerts as save,
  sendMailTest as test,
} from '@trading-bot/contract/rest/accounts/alerts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { hitThrottle } from '../../platform/security/throttle.ts'
import { readChoices, saveChoice } from './alert-choices.ts'

const TEN_MINUTES_MS = 600_000

export const readAlerts: UseCase<typeof read> = async ({ db, actor }) => readChoices(db, actor.userId)

export const saveAlerts: UseCase<typeof save> = async (context, { choices }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const before = await readChoices(tx, actor.userId)
    for (const choice of choices) await saveChoice(tx, actor.userId, choice, clock.now())
    const after = await readChoices(tx, actor.userId)
    await recordAudit(tx, context, {
      action: 'account.alerts-changed',
      subject: { kind: 'user', id: actor.userId },
      before: { choices: before },
      after: { choices: after },
    })
    return after
  })
}

export const sendMailTest: UseCase<typeof test> = async (context) => {
  const { db, actor, clock, config } = context
  const now = clock.now()
  const wait = await hitThrottle(db, { key: `mail-test:${actor.userId}`, limit: 5, windowMs: TEN_MINUTES_MS }, now)
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'first_name'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const text = `Hello ${user.first_name},\n\nthis is a test. Alerts of your bot arrive at this address.\n\nChange them: ${config.publicUrl}/profile\n`
    await postMail(tx, config, now, { to: user.email, subject: 'Test alert from Trading Bot', text })
    await recordAudit(tx, context, { action: 'account.mail-test', subject: { kind: 'user', id: actor.userId } })
    return { message: `The test mail is on its way to ${user.email}.` }
  })
}
