import { useQuery } from '@tanstack/react-query'
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { explainUselessCap, explainUselessCapital } from '@trading-bot/core/risk/order-value'
import { queryOf } from './query-of.ts'

/** Explains amounts that buy no share of these symbols at their last prices; says nothing while one is unknown. */
export function useOrderValueCheck(names: readonly string[]) {
  const { data } = useQuery(queryOf(listSymbols, {}))
  const priced = data?.flatMap(({ symbol, lot_size, last_price }) =>
    names.includes(symbol)
      ? [{ symbol, lotSize: lot_size, pricePaise: last_price === null ? null : Math.round(last_price * 100) }]
      : [],
  )
  const check = (explain: typeof explainUselessCapital) => (amount: number | string) => {
    const rupees = Number(amount)
    return priced && rupees > 0 ? explain(Math.round(rupees * 100), priced) : null
  }
  return { checkCapital: check(explainUselessCapital), checkOpenValue: check(explainUselessCap) }
}
