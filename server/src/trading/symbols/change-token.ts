import { refuse } from '@trading-bot/contract/rest/refusals'
import type { changeToken as spec } from '@trading-bot/contract/rest/trading/symbols'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { botsText, countRunning } from './count-running.ts'
import { viewSymbol } from './read-symbols.ts'
import { findTokenHolder, lockSymbol, setToken } from './symbol-store.ts'

/** Running bots go on with the token they started with; a start from now on uses the new one. */
export const changeToken: UseCase<typeof spec> = async (context, { id, token, confirmation }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await lockSymbol(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const holder = await findTokenHolder(tx, token)
    if (holder !== undefined && holder !== old.symbol) return refuse('TOKEN_TAKEN', { values: { holder } })
    const bots = (await countRunning(tx, [old.symbol])).get(old.symbol) ?? 0
    if (bots > 0 && token !== old.token && confirmation?.trim() !== old.symbol)
      return refuse('TOKEN_NOT_CONFIRMED', { values: { count: botsText(bots), symbol: old.symbol } })
    await setToken(tx, id, token)
    await recordAudit(tx, context, {
      action: 'symbol.token_changed',
      subject: { kind: 'symbol', id },
      before: { symbol: old.symbol, token: old.token },
      after: { symbol: old.symbol, token, running_bots: bots },
    })
    const symbol = await viewSymbol(tx, { ...old, token }, context.clock.now())
    return { message: `${old.symbol} has token ${token} now.`, symbol }
  })
