import { Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewPlanChange } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { kindOf } from '../plans/selected-plan.ts'
import type { Change } from './use-change-plan.ts'

type Props = { change: Change; onBack: () => void; onContinue: () => void }

export function DetailsStep({ change: { plan, direction }, onBack, onContinue }: Props) {
  return (
    <Stack gap="md">
      <Title order={2}>{plan.name}</Title>
      <Text size="sm" c="dimmed">
        {plan.description}
      </Text>
      <Facts
        items={[
          ['Price', `${formatRupees(plan.price)}/month`],
          ['Type', kindOf(plan)],
        ]}
      />
      <Text size="sm">
        {direction === 'upgrade'
          ? 'The unused value of your plan is deducted. This plan starts now, for a full period.'
          : 'The change is immediate. The unused value of your plan becomes time on this one.'}
      </Text>
      <BotChange plan={plan} />
      <Group justify="space-between" mt="md">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </Group>
    </Stack>
  )
}

/** What the change does to the bot, its positions, entries and limits, as the server would do it. */
function BotChange({ plan }: Pick<Change, 'plan'>) {
  const id = plan.bot_type ? { bot_plan_id: plan.id } : { plan_id: plan.id }
  const preview = useQuery(queryOf(previewPlanChange, id))
  if (preview.isError) return <Text size="sm">What happens to your bot could not be read. Try again in a moment.</Text>
  if (!preview.data?.lines.length) return null
  return (
    <section aria-label="Your bot">
      <Title order={3} size="h5" mb="xs">
        Your bot
      </Title>
      <List size="sm" spacing={4}>
        {preview.data.lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  )
}
