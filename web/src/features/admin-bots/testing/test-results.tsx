import { Alert, Badge, Code, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import type { BotTest } from '@trading-bot/contract/rest/trading/bot-code'
import { DataUsedView } from '../backtests/data-used.tsx'
import { GateChecks } from './gate-checks.tsx'
import classes from './test-results.module.css'

type Props = { result: BotTest | null; isRunning: boolean }

export function TestResults({ result, isRunning }: Props) {
  return (
    <Stack gap="sm" component="section" aria-label="Test results" aria-live="polite">
      <Group gap="xs">
        <Title order={3}>Test Results</Title>
        {isRunning && <Loader size="xs" aria-label="Testing" />}
        {result && !isRunning && (
          <Badge variant="light" color={result.success ? 'brand' : 'red'}>
            {result.success ? 'Test Passed' : 'Test Failed'}
          </Badge>
        )}
      </Group>
      {result ? (
        <Result result={result} />
      ) : (
        <Text size="sm" c="dimmed">
          Test the bot to see what its code does.
        </Text>
      )}
    </Stack>
  )
}

function Result({ result }: { result: BotTest }) {
  const { error, output, missing_dependencies, installation_instructions, gate, runs_as, cage, data } = result
  return (
    <>
      {error !== null && (
        <Alert color="red" variant="light" title="Error">
          {error}
        </Alert>
      )}
      {missing_dependencies.length > 0 && (
        <Alert color="yellow" variant="light" title="Missing dependencies">
          <List size="sm">
            {missing_dependencies.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
          {installation_instructions !== null && (
            <Text size="sm" mt="xs">
              {installation_instructions}
            </Text>
          )}
        </Alert>
      )}
      {gate && <GateChecks gate={gate} />}
      {data && <DataUsedView data={data} />}
      {output !== '' && (
        <Code block className={classes['output']} tabIndex={0} aria-label="Output">
          {output}
        </Code>
      )}
      <Text size="xs" c="dimmed">
        {runs_as === 'native' ? 'The untouched template runs as its native twin.' : 'This Python code runs.'}{' '}
        {runs_as === 'python' && cage.sentence}
      </Text>
    </>
  )
}
