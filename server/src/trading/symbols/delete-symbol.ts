import { refuse } from '@trading-bot/contract/rest/refusals'
import type { deleteSymbol as spec } from '@trading-bot/contract/rest/trading/symbols'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { viewSymbol } from './read-symbols.ts'
import { findUser, lockSymbol, removeSymbol } from './symbol-store.ts'

export const deleteSymbol: UseCase<typeof spec> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await lockSymbol(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const by = await findUser(tx, old.symbol)
    if (by) return refuse('SYMBOL_IN_USE', { values: { by } })
    await removeSymbol(tx, id)
    await recordAudit(tx, context, {
      action: 'symbol.deleted',
      subject: { kind: 'symbol', id },
      before: await viewSymbol(tx, old, context.clock.now()),
    })
    return { message: 'Symbol deleted successfully!' }
  })
