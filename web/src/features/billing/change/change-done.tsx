import { Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { DoneIcon } from '../../../ui/icons.ts'
import { NextStep } from '../plans/next-step.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import type { Change } from './use-change-plan.ts'

export function ChangeDone({ change: { plan, direction } }: { change: Change }) {
  const { subscription } = useMySubscription()
  return (
    <Stack align="center" ta="center" gap="md" py="md">
      <ThemeIcon size={56} radius="xl" variant="light">
        <DoneIcon size={28} />
      </ThemeIcon>
      <Title order={2}>{direction === 'upgrade' ? 'Upgrade Successful!' : 'Downgrade Successful!'}</Title>
      <Text size="sm">You are on {plan.name} now.</Text>
      <Group justify="center">
        <NextStep subscription={subscription} />
        <ButtonLink to="/subscriptions" variant="default">
          Go to Subscriptions
        </ButtonLink>
      </Group>
    </Stack>
  )
}
