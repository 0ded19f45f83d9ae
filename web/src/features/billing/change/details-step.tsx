import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
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
      <Group justify="space-between" mt="md">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </Group>
    </Stack>
  )
}
