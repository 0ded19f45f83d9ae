import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import type { ConfigInput } from './choose-configuration.ts'

/** Null: as many as there are. */
type PlanLimit = { readonly name: string; readonly maxSymbols: number | null }

/**
 * Refuses a list that the bot could not trade as a whole: a symbol that is not traded, the main one missing, or more
 * than the plan allows.
 */
export async function checkOwnSymbols(
  db: Queryable,
  input: ConfigInput,
  plan: PlanLimit,
): Promise<Refusal | undefined> {
  const several = input.allowed_symbols ?? []
  if (several.length === 0) return undefined
  if (input.symbol !== undefined && !several.includes(input.symbol))
    return refuseFields({ allowed_symbols: [`${input.symbol} must be among the symbols`] })
  const tooMany = explainTooMany(plan, new Set(several).size)
  if (tooMany) return refuseFields({ allowed_symbols: [tooMany] })
  const rows = await db
    .selectFrom('symbols')
    .select('symbol')
    .where('symbol', 'in', several)
    .where('is_active', '=', true)
    .execute()
  const unknown = several.find((symbol) => !rows.some((row) => row.symbol === symbol))
  return unknown === undefined ? undefined : refuseFields({ allowed_symbols: [`${unknown} is not traded here`] })
}

function explainTooMany({ name, maxSymbols }: PlanLimit, count: number): string | undefined {
  if (maxSymbols === null || count <= maxSymbols) return undefined
  const allowed = maxSymbols === 1 ? 'one symbol' : `${maxSymbols} symbols`
  return `${name} allows ${allowed}. Remove ${count - maxSymbols}, or change to a plan that allows more.`
}

/** The symbols that a regular plan's bot trades with this choice. */
export function chosenSymbols({ symbol = '', allowed_symbols = [] }: ConfigInput): readonly string[] {
  if (symbol === '') return []
  return allowed_symbols.includes(symbol) ? allowed_symbols : [symbol]
}
