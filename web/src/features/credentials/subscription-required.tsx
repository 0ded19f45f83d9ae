import { Stack, Text } from '@mantine/core'
import { ButtonLink } from '../../ui/controls/button-link.tsx'

export function SubscriptionRequired() {
  return (
    <Stack align="flex-start" gap="xs">
      <Text fw={600}>Subscription Required</Text>
      <Text size="sm" c="dimmed">
        Credentials are saved for an active subscription. Choose a plan first; this page waits for you.
      </Text>
      <ButtonLink to="/pricing">View plans</ButtonLink>
    </Stack>
  )
}
