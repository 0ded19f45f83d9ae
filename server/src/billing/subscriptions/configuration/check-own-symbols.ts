import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import type { ConfigInput } from './choose-configuration.ts'

/** Refuses a list that the bot could not trade as a whole: a symbol that is not traded, or the main one missing. */
export async function checkOwnSymbols(db: Queryable, input: ConfigInput): Promise<Refusal | undefined> {
  const several = input.allowed_symbols ?? []
  if (several.length === 0) return undefined
  if (input.symbol !== undefined && !several.includes(input.symbol))
    return refuseFields({ allowed_symbols: [`${input.symbol} must be among the symbols`] })
  const rows = await db
    .selectFrom('symbols')
    .select('symbol')
    .where('symbol', 'in', several)
    .where('is_active', '=', true)
    .execute()
  const unknown = several.find((symbol) => !rows.some((row) => row.symbol === symbol))
  return unknown === undefined ? undefined : refuseFields({ allowed_symbols: [`${unknown} is not traded here`] })
}

/** The symbols that a regular plan's bot trades with this choice. */
export function chosenSymbols({ symbol = '', allowed_symbols = [] }: ConfigInput): readonly string[] {
  if (symbol === '') return []
  return allowed_symbols.includes(symbol) ? allowed_symbols : [symbol]
}
