import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { feeSharingText } from '@trading-bot/contract/legal/who-decides'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** With whom fees are shared, or that they are not, as the terms say it; the demo does no business. */
export function FeeSharing() {
  const { data } = useQuery(queryOf(readOperator, {}))
  if (!data || (data.legal.hosting === 'simulated' && data.legal.fee_sharing === null)) return null
  return (
    <Text size="sm" c="dimmed" data-testid="fee-sharing">
      {feeSharingText(data.legal)}
    </Text>
  )
}
