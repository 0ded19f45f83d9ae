import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readPlanHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import { formatRupees } from '@trading-bot/core/money'
import { queryOf } from '../../lib/queries/query-of.ts'

/** Said where a price is changed: it is for those who buy from now on. */
export function PlanHolders({ planId }: { planId: string }) {
  const { data: prices } = useQuery(queryOf(readPlanHolders, { id: planId }))
  if (prices === undefined) return null
  const paid = prices.map(({ price, holders }) => `${holders} at ${formatRupees(price)}`).join(', ')
  return (
    <Text size="sm" c="dimmed">
      {paid === ''
        ? 'Nobody holds this plan now.'
        : `Held now, by monthly price: ${paid}. They keep what they paid for; a new price is for those who buy from now on.`}
    </Text>
  )
}
