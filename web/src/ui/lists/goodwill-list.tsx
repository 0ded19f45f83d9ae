import { Stack, Text, Title } from '@mantine/core'
import type { Goodwill } from '@trading-bot/contract/rest/billing/goodwill'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate, formatDateTime } from '../../lib/format.ts'

/** Free days and credit that an operator gave, the same for the operator and for whoever has them. */
export function GoodwillList({ goodwill }: { goodwill: readonly Goodwill[] }) {
  if (goodwill.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Given free of charge">
      <Title order={3} size="h4">
        Given free of charge
      </Title>
      {goodwill.map((each) => (
        <div key={each.id} data-goodwill={each.id}>
          <Text size="sm" fw={600}>
            {givenText(each)}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[formatDateTime(each.created_at), each.reason].filter(Boolean).join(' · ')}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function givenText({ kind, days, plan_name, ends_at, amount }: Goodwill): string {
  if (kind === 'credit') return `${formatRupees(amount ?? 0)} credit`
  return `${days} free ${days === 1 ? 'day' : 'days'} of ${plan_name}, until ${formatDate(ends_at)}`
}
