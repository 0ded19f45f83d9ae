import type { AlgoState, changeAlgo as spec } from '@trading-bot/contract/rest/trading/algos'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Selectable } from 'kysely'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { AlgoRegistrations } from '../../platform/db/tables.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { findRegistration, isAlgoIdTaken, lockRegistration, notifyEngines, updateRegistration } from './algo-store.ts'
import { registrationView } from './registration-view.ts'

/** Withdrawn is final: the same version is applied for again instead. */
const MOVES: Readonly<Record<string, readonly AlgoState[]>> = {
  applied: ['registered', 'withdrawn'],
  registered: ['suspended', 'withdrawn'],
  suspended: ['registered', 'withdrawn'],
  withdrawn: [],
}

/** Entries under an algo that is not registered any more are denied from the commit on; exits always pass. */
export const changeAlgo: UseCase<typeof spec> = async (context, { id, state, algo_id, report_day, note, password }) => {
  const { db, clock, actor } = context
  if (!(await requireRecentAuth(context, password))) return refuse('ALGO_NEEDS_PASSWORD')
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const before = await lockRegistration(tx, id)
    if (!before) return refuse('NOT_FOUND')
    if (!MOVES[before.state]?.includes(state)) {
      return refuse('ALGO_MOVE_REFUSED', { values: { from: before.state, to: state } })
    }
    // Orders carry the id: once given it stays.
    const algoId = before.algo_id ?? (state === 'registered' ? algo_id : null)
    if (state === 'registered' && algoId === null) return refuseFields({ algo_id: ['Enter the algo id'] })
    if (state === 'registered' && before.kind === 'black_box' && (report_day ?? before.report_day) === null)
      return refuseFields({
        report_day: ['Enter the day of the research report: without it a black box is not sold for live'],
      })
    if (algoId !== null && (await isAlgoIdTaken(tx, before.exchange, algoId, id))) return refuse('ALGO_ID_TAKEN')
    const change = {
      state,
      algo_id: algoId,
      report_day: before.kind === 'black_box' ? (report_day ?? before.report_day) : null,
      note: note ?? before.note,
      state_since: now,
      state_set_by: actor.userId,
    }
    await updateRegistration(tx, id, change)
    await recordAudit(tx, context, {
      action: `algo.${state}`,
      subject: { kind: 'algo', id },
      before: factsOf(before),
      after: factsOf(change),
    })
    await recordLog(tx, now, {
      level: state === 'registered' ? 'INFO' : 'WARNING',
      category: 'trading',
      message: `Algo ${algoId ?? 'without an id'} is ${state}`,
      details: { logic_hash: before.logic_hash },
    })
    await notifyEngines(tx)
    return registrationView((await findRegistration(tx, id))!)
  })
}

type Facts = Pick<Selectable<AlgoRegistrations>, 'state' | 'algo_id' | 'report_day' | 'note'>

const factsOf = ({ state, algo_id, report_day, note }: Facts): Facts => ({ state, algo_id, report_day, note })
