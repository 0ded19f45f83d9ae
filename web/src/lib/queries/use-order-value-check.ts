import { useQuery } from '@tanstack/react-query'
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { explainUselessCapital } from '@trading-bot/core/risk/order-value'
import { queryOf } from './query-of.ts'

/** Explains a capital that buys no share of these symbols at their last prices; says nothing while one is unknown. */
export function useCapitalCheck(names: readonly string[]) {
  const { data } = useQuery(queryOf(listSymbols, {}))
  const priced = data?.flatMap(({ symbol, lot_size, last_price }) =>
    names.includes(symbol)
      ? [{ symbol, lotSize: lot_size, pricePaise: last_price === null ? null : Math.round(last_price * 100) }]
      : [],
  )
  return (capital: number | string): string | null => {
    const rupees = Number(capital)
    return priced && rupees > 0 ? explainUselessCapital(Math.round(rupees * 100), priced) : null
  }
}
