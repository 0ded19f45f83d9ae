import { refuse } from '@trading-bot/contract/rest/refusals'
import type { acceptSheet as spec } from '@trading-bot/contract/rest/trading/sheets'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { notifyEngines } from '../algo-store.ts'
import { insertAcceptance } from './acceptance-store.ts'
import { findReadableSheet } from './readable-sheets.ts'
import { sheetVersion } from './strategy-sheets.ts'

/** The first acceptance of a version counts. What the user cannot read, and what says nothing yet, is not accepted. */
export const acceptSheet: UseCase<typeof spec> = async (context, { logic_hash }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const row = await findReadableSheet(tx, actor.userId, { logic_hash })
    if (!row) return refuse('SHEET_UNKNOWN')
    if (row.disclosure === 'undecided') return refuse('SHEET_UNDECIDED')
    const { strategy_id, version } = row
    const accepted = { user_id: actor.userId, logic_hash, strategy_id, version, accepted_at: clock.now() }
    if (await insertAcceptance(tx, accepted)) {
      const after = { strategy_id, version, logic_hash }
      await recordAudit(tx, context, {
        action: 'account.sheet-accepted',
        subject: { kind: 'user', id: actor.userId },
        after,
      })
      await notifyEngines(tx)
    }
    return sheetVersion((await findReadableSheet(tx, actor.userId, { logic_hash }))!)
  })
}
