import type { Tx } from '../../platform/db/client.ts'
import { alertOperator } from '../../accounts/notifications/index.ts'
import type { Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { recordLog } from '../../platform/logs/record-log.ts'

type Program = { readonly strategyId: string; readonly version: number }
type Failure = Program & {
  readonly error: string
  /** Instances that it put in error. */
  readonly instances: number
}

/** An ERROR line and an alert for a bot's code that stopped while it traded; once, until it works again. */
export async function reportFailure(tx: Tx, { config, clock }: Deps, failure: Failure): Promise<void> {
  const { strategyId: bot_id, version, error, instances } = failure
  const now = clock.now()
  const standing = await tx
    .insertInto('program_failures')
    .values({ id: newId(now), bot_id, version, error: error.slice(0, 2_000), failed_at: now })
    .onConflict((on) => on.columns(['bot_id', 'version']).where('working_at', 'is', null).doNothing())
    .executeTakeFirst()
  if (standing.numInsertedOrUpdatedRows !== 1n) return
  const name = await nameOf(tx, bot_id)
  const message = `${name} (version ${version}) failed: ${error.slice(0, 400)}`
  await recordLog(tx, now, { level: 'ERROR', category: 'bot', message, details: { bot_id, version, instances } })
  const whose = `${instances} ${instances === 1 ? 'instance is' : 'instances are'} in error`
  const text = `${error}\n\n${whose}: no new positions are opened, open ones are managed to their exit. See ${config.publicUrl}/admin/bots`
  await alertOperator(tx, config, now, {
    event: 'program.failed',
    subject: `${name} (version ${version}) failed`,
    text,
  })
}

/** Told again once, when a version of the bot has taken its first minute since. */
export async function reportWorking({ db, config, clock }: Deps, { strategyId, version }: Program): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('program_failures')
      .set({ working_at: now })
      .where('bot_id', '=', strategyId)
      .where('working_at', 'is', null)
      .returning('failed_at')
      .execute()
    if (ended.length === 0) return
    const subject = `${await nameOf(tx, strategyId)} works again with version ${version}`
    const details = { bot_id: strategyId, version }
    await recordLog(tx, now, { level: 'SUCCESS', category: 'bot', message: subject, details })
    const text =
      'It has taken its first minute since the failure. Instances in error trade again once they are started.'
    await alertOperator(tx, config, now, { event: 'program.working', subject, text })
  })
}

async function nameOf(tx: Tx, botId: string): Promise<string> {
  const bot = await tx.selectFrom('bots').select('name').where('id', '=', botId).executeTakeFirst()
  return bot?.name ?? 'A bot'
}
