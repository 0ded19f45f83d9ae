import type { registerAlgo as spec } from '@trading-bot/contract/rest/trading/algos'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { newId } from '../../platform/ids.ts'
import { findVersionLogic, type VersionLogic } from '../strategies/index.ts'
import { findRegistration, insertRegistration, isAlgoIdTaken, notifyEngines } from './algo-store.ts'
import { registrationView } from './registration-view.ts'

/** With an algo id of the exchange the version may trade with real money as soon as this commits. */
export const registerAlgo: UseCase<typeof spec> = async (context, { password, ...input }) => {
  const { db, clock, actor } = context
  if (!(await requireRecentAuth(context, password))) return refuse('ALGO_NEEDS_PASSWORD')
  const now = clock.now()
  const row = {
    ...input,
    id: newId(now),
    broker: 'angel_one',
    exchange: 'NSE',
    certificate: input.kind === 'black_box' ? input.certificate : null,
    report_day: input.kind === 'black_box' ? input.report_day : null,
    state: input.algo_id === null ? 'applied' : 'registered',
    state_since: now,
    state_set_by: actor.userId,
    created_at: now,
  }
  return db.transaction().execute(async (tx) => {
    const logic = await findVersionLogic(tx, row.logic_hash)
    if (!logic) return refuse('ALGO_HASH_UNKNOWN')
    if (row.kind === 'white_box' && lacksWords(logic)) return refuse('ALGO_NEEDS_WORDS')
    if (!(await insertRegistration(tx, row))) {
      const isTaken = row.algo_id !== null && (await isAlgoIdTaken(tx, row.exchange, row.algo_id, row.id))
      return refuse(isTaken ? 'ALGO_ID_TAKEN' : 'ALGO_KNOWN')
    }
    const { logic_hash, broker, exchange, algo_id, kind, certificate, report_day, note, state } = row
    await recordAudit(tx, context, {
      action: `algo.${state}`,
      subject: { kind: 'algo', id: row.id },
      after: { logic_hash, broker, exchange, algo_id, kind, certificate, report_day, note, state },
    })
    await notifyEngines(tx)
    return registrationView((await findRegistration(tx, row.id))!)
  })
}

/** A program says what it does only to those who read Python. */
function lacksWords({ runsAs, form }: VersionLogic): boolean {
  return runsAs === 'python' && (form.rule_in_words === '' || form.known_risks === '')
}
