import { Refusal } from '@trading-bot/contract/rest/refusals'
import { extendUser } from '../../billing/goodwill/index.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Context, Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { restartFailedOf } from '../../trading/bot-instances/index.ts'
import {
  finishOperation,
  findOperation,
  listOpenTargets,
  noteSkipped,
  type OperationRow,
  takeTarget,
} from './bulk-store.ts'

const BATCH = 200

/** The job: one user at a time, each in a transaction that also marks it done, so that a crash repeats nothing. */
export async function runBulk(deps: Deps, operationId: string): Promise<void> {
  const operation = await findOperation(deps.db, operationId)
  if (!operation || operation.done_at) return
  const context = contextOf(deps, operation)
  for (;;) {
    const users = await listOpenTargets(deps.db, operationId, BATCH)
    if (users.length === 0) break
    await forEachAlone(users, async (userId) => {
      await deps.db.transaction().execute(async (tx) => {
        if (!(await takeTarget(tx, operationId, userId, deps.clock.now()))) return
        const skipped = await ACTIONS[operation.action as keyof typeof ACTIONS](tx, context, operation, userId)
        if (skipped !== undefined) await noteSkipped(tx, operationId, userId, skipped)
      })
    })
  }
  await finishOperation(deps.db, operationId, deps.clock.now())
}

type BulkContext = Context<'admin'>

/** Whoever began it does it. */
function contextOf(deps: Deps, { id, started_by }: OperationRow): BulkContext {
  const actor = { userId: started_by, sessionId: '', isAdmin: true }
  return { ...deps, actor, origin: { requestId: `bulk:${id}`, address: '', device: '' } }
}

type Act = (tx: Tx, context: BulkContext, operation: OperationRow, userId: string) => Promise<string | undefined>

/** Each says why it did nothing; undefined where it did. */
const ACTIONS: Readonly<Record<'extend' | 'mail' | 'restart', Act>> = {
  extend: async (tx, context, { days, reason }, userId) => {
    const extended = await extendUser(tx, context, userId, { days: days ?? 0, reason })
    return extended instanceof Refusal ? extended.sentence : undefined
  },
  mail: async (tx, { config, clock }, { subject, text }, userId) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'first_name', 'status'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (user.status === 'closed') return 'The account was closed.'
    await postMail(tx, config, clock.now(), {
      to: user.email,
      subject: subject ?? '',
      text: `Hello ${user.first_name},\n\n${text}\n\n${config.seller.name}\n${config.publicUrl}`,
    })
    return undefined
  },
  restart: async (tx, context, _, userId) => restartFailedOf(tx, context, userId),
}
