import { Button, Group, Text } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { openPracticeAccount } from '@trading-bot/contract/rest/trading/credentials'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useEnvironment } from '../../lib/queries/use-environment.ts'

type Props = { onFilled: (values: CallAnswer<typeof openPracticeAccount>) => void }

/** Creates an account at the demo's exchange, so that nobody enters real credentials in a demo. */
export function PracticeCredentials({ onFilled }: Props) {
  const environment = useEnvironment()
  const practice = useCall(openPracticeAccount, {
    explain: (failure) => (isClosed(failure) ? null : errorText(failure)),
    onDone: onFilled,
  })
  if (!environment?.demo) return null
  if (isClosed(practice.error)) {
    return (
      <Text size="sm" c="dimmed">
        The practice exchange opens no accounts at the moment. You can type credentials by hand.
      </Text>
    )
  }
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" loading={practice.isPending} onClick={() => practice.mutate({})}>
        Use practice credentials
      </Button>
      <Text size="xs" c="dimmed">
        Demo: an account at the simulated exchange, for you alone.
      </Text>
    </Group>
  )
}

function isClosed(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 404
}
