import { refuse } from '@trading-bot/contract/rest/refusals'
import type { switchSymbol as spec, switchSymbols as many } from '@trading-bot/contract/rest/trading/symbols'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { viewSymbol } from './read-symbols.ts'
import { lockSymbol, setSymbolActive, setSymbolsActive } from './symbol-store.ts'

export const switchSymbol: UseCase<typeof spec> = async (context, { id, is_active }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await lockSymbol(tx, id)
    if (!old) return refuse('NOT_FOUND')
    await setSymbolActive(tx, id, is_active)
    await recordAudit(tx, context, {
      action: 'symbol.switched',
      subject: { kind: 'symbol', id },
      before: { symbol: old.symbol, is_active: old.is_active },
      after: { symbol: old.symbol, is_active },
    })
    const symbol = await viewSymbol(tx, { ...old, is_active }, context.clock.now())
    return { message: 'Symbol status updated successfully!', symbol }
  })

export const switchSymbols: UseCase<typeof many> = async (context, { ids, is_active }) =>
  context.db.transaction().execute(async (tx) => {
    const changed = await setSymbolsActive(tx, ids, is_active)
    if (changed.length > 0)
      await recordAudit(tx, context, {
        action: 'symbols.switched',
        subject: { kind: 'symbols', id: 'several' },
        after: { symbols: changed, is_active },
      })
    const count = changed.length === 1 ? '1 symbol is' : `${changed.length} symbols are`
    return { message: `${count} ${is_active ? 'on' : 'off'} now.`, changed: changed.length }
  })
