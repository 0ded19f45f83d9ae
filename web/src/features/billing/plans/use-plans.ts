import { useQuery } from '@tanstack/react-query'
import { listBotPlans, listPlans } from '@trading-bot/contract/rest/billing/plans'
import { api } from '../../../lib/api/api.ts'
import type { AnyPlan } from './selected-plan.ts'

/** Bot plans and regular plans in one list, cheapest first. */
export function usePlans() {
  return useQuery({
    queryKey: [listPlans.path, listBotPlans.path],
    queryFn: async ({ signal }): Promise<readonly AnyPlan[]> => {
      const both = await Promise.all([api(listBotPlans, {}, { signal }), api(listPlans, {}, { signal })])
      return both.flat().sort((a, b) => a.price - b.price)
    },
  })
}
