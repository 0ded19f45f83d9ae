import { type AdminBotSettings, isTwoSided, symbolsAllowed } from '@trading-bot/contract/rest/billing/plans'
import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import { explainUselessCap, explainUselessCapital } from '@trading-bot/core/risk/order-value'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import type { ConfigInput } from './choose-configuration.ts'

type Amount = number | null | undefined

/** Amounts in rupees by the field that they were typed in; those that are not given are not checked. */
export type OrderValues = {
  readonly capital: Readonly<Record<string, Amount>>
  readonly openValue: Readonly<Record<string, Amount>>
}

/** Refuses amounts with which the bot could never trade. A price that is not known refuses nothing. */
export async function checkOrderValue(
  db: Queryable,
  prices: Deps['prices'],
  symbols: readonly string[],
  { capital, openValue }: OrderValues,
): Promise<Refusal | undefined> {
  if (symbols.length === 0 || prices === undefined) return undefined
  const rows = await db
    .selectFrom('symbols')
    .select(['symbol', 'token', 'lot_size'])
    .where('symbol', 'in', symbols)
    .where('is_active', '=', true)
    .execute()
  const priced = rows.map(({ symbol, token, lot_size }) => ({
    symbol,
    lotSize: lot_size,
    pricePaise: prices.lastPaise(token) ?? null,
  }))
  const explain = (amounts: OrderValues['capital'], explainUseless: typeof explainUselessCap) =>
    Object.entries(amounts).flatMap(([field, rupees]) => {
      const sentence = rupees ? explainUseless(Math.round(rupees * 100), priced) : null
      return sentence === null ? [] : [[field, [sentence]] as const]
    })
  const errors = [...explain(capital, explainUselessCapital), ...explain(openValue, explainUselessCap)]
  return errors.length > 0 ? refuseFields(Object.fromEntries(errors)) : undefined
}

/** The symbols a bot plan's bot trades. */
export function symbolsOf(settings: AdminBotSettings | undefined, allowed: readonly string[]): readonly string[] {
  const several = settings?.allowed_symbols ?? []
  const all = several.length > 0 ? several : [settings?.symbol ?? ''].filter((symbol) => symbol !== '')
  return symbolsAllowed(all, allowed)
}

/** The amounts of a user's configuration that decide the size of its orders. */
export function orderValuesOf(botType: string | null, input: ConfigInput): OrderValues {
  const { capital_amount, long_capital_amount, short_capital_amount, max_open_value } = input
  return {
    capital: isTwoSided(botType) ? { long_capital_amount, short_capital_amount } : { capital_amount },
    openValue: { max_open_value },
  }
}
