import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { HOSTING_LOCK } from '../../platform/db/locks.ts'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { notifyEngines } from '../algo-registry/index.ts'
import { tellRefusedOwners } from './tell-refused-owners.ts'

/**
 * Makes the mode that this process was started with the one that runs. Where it is another than before, entries of bots
 * that it does not allow stop with the commit, exits go on, and their owners are told once, however many start at once.
 */
export async function recordHosting({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const { hosting: mode } = config.compliance
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${HOSTING_LOCK})`.execute(tx)
    const before = await findMode(tx)
    if (before === mode) return
    const now = clock.now()
    const { number } = await tx
      .insertInto('hosting_modes')
      .values({ mode, since: now })
      .returning('number')
      .executeTakeFirstOrThrow()
    await tellRefusedOwners(tx, { key: `hosting:${number}`, why: 'The rules for real money have changed here.', now })
    await notifyEngines(tx)
    if (before === undefined) return
    const scene = { clock, actor: undefined, origin: { requestId: 'start', address: '', device: '' } }
    await recordAudit(tx, scene, {
      action: 'hosting.changed',
      subject: { kind: 'hosting', id: String(number) },
      before: { mode: before },
      after: { mode },
    })
    await recordLog(tx, now, {
      level: 'WARNING',
      category: 'system',
      message: `Hosting mode ${mode} runs instead of ${before}`,
    })
  })
}

async function findMode(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('hosting_modes').select('mode').orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row?.mode
}
