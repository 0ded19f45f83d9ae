import type { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import type { PlanOffer } from '../offer.ts'
import { findStrategySettings } from '../subscription-ports.ts'
import { checkOrderValue, orderValuesOf, symbolsOf } from './check-order-value.ts'
import { checkOwnParameters } from './check-own-parameters.ts'
import { checkOwnSymbols, chosenSymbols } from './check-own-symbols.ts'
import type { ConfigInput } from './choose-configuration.ts'

/** Refuses values of the purchase wizard with which the bot could never trade: nobody should pay for them. */
export async function checkPurchase(
  db: Queryable,
  prices: Deps['prices'],
  offer: PlanOffer,
  input: ConfigInput,
): Promise<Refusal | undefined> {
  if (offer.botType) {
    const symbols = symbolsOf(await findStrategySettings.ask(db, offer.botType, offer.botId), offer.allowedSymbols)
    return checkOrderValue(db, prices, symbols, orderValuesOf(offer.botType, input))
  }
  const values = orderValuesOf(input.bot_type ?? null, input)
  return (
    (await checkOwnParameters(db, input)) ??
    (await checkOwnSymbols(db, input, offer)) ??
    (await checkOrderValue(db, prices, chosenSymbols(input), values))
  )
}
