import { Alert, Button, Group, Text } from '@mantine/core'
import { ErrorIcon } from '../../../ui/icons.ts'

/** The screens behave as if there were no subscription, so this alert says that it could not be loaded. */
export function SubscriptionLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      role="note"
      color="yellow"
      variant="light"
      icon={<ErrorIcon />}
      mb="md"
      title="Your subscription could not be loaded"
    >
      <Group justify="space-between">
        <Text size="sm">Your plan, if you have one, has not changed. You cannot be charged for it twice.</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
