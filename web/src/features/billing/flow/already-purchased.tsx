import { Stack, Text, Title } from '@mantine/core'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { planOf } from '../plans/subscription-rules.ts'

export function AlreadyPurchased({ subscription }: { subscription: Subscription }) {
  const plan = planOf(subscription)
  return (
    <Stack gap="md" align="flex-start">
      <Title order={2}>Plan Already Purchased</Title>
      <Text size="sm">
        You already have an active subscription plan. You can upgrade or downgrade your current plan if needed.
      </Text>
      <Facts
        isStacked
        items={[
          ['Current plan', plan?.name ?? 'N/A'],
          ['Expires', formatDate(subscription.end_date)],
          ['Monthly price', plan ? formatRupees(plan.price) : 'N/A'],
        ]}
      />
      <ButtonLink to="/pricing">Manage Subscription</ButtonLink>
    </Stack>
  )
}
