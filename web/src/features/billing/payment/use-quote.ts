import { useQuery } from '@tanstack/react-query'
import { quoteUpgrade } from '@trading-bot/contract/rest/billing/payments'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

/** What an upgrade costs, as its order will charge it; asked for again when it expires or an order is refused. */
export function useQuote(plan: SelectedPlan, isWanted = true) {
  const { data: offer, refetch } = useQuery({
    ...queryOf(quoteUpgrade, { ...choiceOf(plan), billing_cycle: cycleOf(plan) }),
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(1000, Date.parse(state.data.expires_at) - Date.now()) : false,
  })
  async function orOffered<Order>(makeOrder: () => Promise<Order>): Promise<Order> {
    try {
      return await makeOrder()
    } catch (failure) {
      void refetch()
      throw failure
    }
  }
  return { offer, orOffered }
}
