import { Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { DoneIcon } from '../../../ui/icons.ts'
import { NextStep } from '../plans/next-step.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'

export function SuccessStep() {
  const { subscription } = useMySubscription()
  return (
    <Stack align="center" gap="md" py="md">
      <ThemeIcon size={56} radius="xl" variant="light">
        <DoneIcon size={28} />
      </ThemeIcon>
      <Title order={2}>Setup Complete!</Title>
      <div>
        <Text fw={600} mb={4}>
          What&rsquo;s next
        </Text>
        <List size="sm" spacing={6}>
          <List.Item>
            Start your bot: it starts monitoring now if the market is open, else from its next open.
          </List.Item>
          <List.Item>You get notifications for all trading activity. Choose how in your Profile.</List.Item>
          <List.Item>Monitor your bot in Subscriptions.</List.Item>
        </List>
      </div>
      <Group justify="center">
        <NextStep subscription={subscription} />
        <ButtonLink to="/subscriptions" variant="default">
          Go to Subscriptions
        </ButtonLink>
        <ButtonLink to="/pricing" variant="default">
          Back to Pricing
        </ButtonLink>
      </Group>
    </Stack>
  )
}
