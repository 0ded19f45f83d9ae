import { Alert, Button, Group, Text } from '@mantine/core'
import { ErrorIcon } from '../../../ui/icons.ts'

/** The screens behave as if there were no subscription, so this alert says that it could not be loaded. */
export function SubscriptionLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert color="yellow" variant="light" icon={<ErrorIcon />} mb="md" title="Your subscription could not be read">
      <Group justify="space-between">
        <Text size="sm">If you hold a plan it is unchanged, and you cannot be charged for it twice.</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
