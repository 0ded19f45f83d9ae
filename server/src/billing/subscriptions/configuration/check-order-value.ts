import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import { explainUselessCapital } from '@trading-bot/core/risk/order-value'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import type { ConfigInput } from './choose-configuration.ts'

type Traded = { readonly botType: string | null; readonly symbols: readonly string[] }

/** Refuses a capital with which the bot could never trade. A price that is not known refuses nothing. */
export async function checkOrderValue(
  db: Queryable,
  prices: Deps['prices'],
  { botType, symbols }: Traded,
  input: ConfigInput,
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
  const fields = isTwoSided(botType) ? (['long_capital_amount', 'short_capital_amount'] as const) : CAPITAL
  const errors = fields.flatMap((field) => {
    const rupees = input[field]
    const sentence = rupees === undefined ? null : explainUselessCapital(Math.round(rupees * 100), priced)
    return sentence === null ? [] : [[field, [sentence]] as const]
  })
  return errors.length > 0 ? refuseFields(Object.fromEntries(errors)) : undefined
}

const CAPITAL = ['capital_amount'] as const
