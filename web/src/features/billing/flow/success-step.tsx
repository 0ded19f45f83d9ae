import { Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { DoneIcon } from '../../../ui/icons.ts'

export function SuccessStep() {
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
          <List.Item>Your bot starts monitoring the market from tomorrow.</List.Item>
          <List.Item>You receive notifications for all trading activity.</List.Item>
          <List.Item>Monitor your bot in Subscriptions.</List.Item>
        </List>
      </div>
      <Group justify="center">
        <ButtonLink to="/subscriptions">Go to Subscriptions</ButtonLink>
        <ButtonLink to="/pricing" variant="default">
          Back to Pricing
        </ButtonLink>
      </Group>
    </Stack>
  )
}
