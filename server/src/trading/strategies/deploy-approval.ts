import type {
  listDeployRequests as listSpec,
  withdrawDeploy as withdrawSpec,
} from '@trading-bot/contract/rest/trading/deploy-requests'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { notifyAdministrators } from '../../accounts/notifications/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { after } from '../../platform/clock.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { type StrategyRow, findStrategyRow, type VersionRow } from './bot-code-store.ts'
import { formOf } from './bot-code-view.ts'

const OPEN_MS = 24 * 3_600_000

type Approval = { readonly isGiven: boolean; readonly requestedBy?: string }

/**
 * Two administrators have to deploy a version that may trade with real money, if the settings say so: the first call
 * asks, the second one, by somebody else within a day, is the approval.
 */
export async function approveDeploy(
  tx: Tx,
  context: Context<'admin'>,
  bot: StrategyRow,
  version: VersionRow,
): Promise<Approval> {
  const { actor, clock } = context
  const { 'deploy.second_approval': isAsked } = await readSettings(tx)
  const { auto_trade, backtest_mode } = formOf(bot, version.config)
  if (!isAsked || !auto_trade || backtest_mode) return { isGiven: true }
  const request = (await openRequests(tx, bot.id, clock.now())).find((row) => row.version === version.number)
  if (!request) await askForApproval(tx, context, bot, version.number)
  if (!request || request.requested_by === actor.userId) return { isGiven: false }
  await tx.deleteFrom('deploy_requests').where('bot_id', '=', bot.id).where('version', '=', version.number).execute()
  return { isGiven: true, requestedBy: request.requested_by }
}

async function askForApproval(
  tx: Tx,
  context: Context<'admin'>,
  { id, name }: StrategyRow,
  version: number,
): Promise<void> {
  const { actor, clock, config } = context
  const now = clock.now()
  const asked = { requested_by: actor.userId, requested_at: now }
  await tx
    .insertInto('deploy_requests')
    .values({ bot_id: id, version, ...asked })
    .onConflict((on) => on.columns(['bot_id', 'version']).doUpdateSet(asked))
    .execute()
  await recordAudit(tx, context, {
    action: 'bot_code.deploy_requested',
    subject: { kind: 'bot', id },
    after: { version },
  })
  await notifyAdministrators(tx, config, now, {
    subject: `Deployment of ${name} waits for a second administrator`,
    text: `Version ${version} of ${name} may trade with real money. An administrator asked to deploy it; another one deploys it within 24 hours, or the request lapses.\n\n${config.publicUrl}/admin/bots`,
  })
}

/** Requests of the last day, by administrators who still are. */
async function openRequests(db: Queryable, botId: string, now: Date) {
  return db
    .selectFrom('deploy_requests')
    .innerJoin('users', 'users.id', 'deploy_requests.requested_by')
    .select(['version', 'requested_by', 'requested_at', 'username'])
    .where('bot_id', '=', botId)
    .where('requested_at', '>', after(now, -OPEN_MS))
    .where('users.is_admin', '=', true)
    .where('users.status', '=', 'active')
    .orderBy('version', 'desc')
    .execute()
}

export const listDeployRequests: UseCase<typeof listSpec> = async ({ db, clock }, { id }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  const rows = await openRequests(db, id, clock.now())
  return rows.map(({ version, username, requested_at }) => ({
    version,
    requested_by: username,
    requested_at: requested_at.toISOString(),
    expires_at: after(requested_at, OPEN_MS).toISOString(),
  }))
}

export const withdrawDeploy: UseCase<typeof withdrawSpec> = async (context, { id, number }) =>
  context.db.transaction().execute(async (tx) => {
    const withdrawn = await tx
      .deleteFrom('deploy_requests')
      .where('bot_id', '=', id)
      .where('version', '=', number)
      .where('requested_at', '>', after(context.clock.now(), -OPEN_MS))
      .executeTakeFirst()
    if (withdrawn.numDeletedRows === 0n) return refuse('NOT_FOUND')
    await recordAudit(tx, context, {
      action: 'bot_code.deploy_withdrawn',
      subject: { kind: 'bot', id },
      before: { version: number },
    })
    return null
  })
