import { Alert, Badge, Group, List, Loader, Stack, Text, Title } from '@mantine/core'
import type { BotTest } from '@trading-bot/contract/rest/trading/bot-code'
import { DataUsedView } from '../backtests/data-used.tsx'
import { GateChecks } from './gate-checks.tsx'
import { RowsAround } from './rows-around.tsx'
import { ScriptOutput } from './script-output.tsx'
import { type OnLine, TestEvents } from './test-events.tsx'
import classes from './test-results.module.css'

type Props = {
  result: BotTest | null
  isRunning: boolean
  /** The code or the settings have changed since. */
  isStale?: boolean
  /** Shows a line of the script in the editor. */
  onLine?: OnLine
}

export function TestResults({ result, isRunning, isStale = false, onLine }: Props) {
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
      {isStale && !isRunning && (
        <Text size="sm" role="note">
          The code or the settings have changed since this test. Test again to see what they do now.
        </Text>
      )}
      {result ? (
        <Stack gap="sm" className={isStale ? classes['stale'] : undefined}>
          <Result result={result} {...(onLine && { onLine })} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Test the bot to see what its code does.
        </Text>
      )}
    </Stack>
  )
}

function Result({ result, onLine }: { result: BotTest; onLine?: OnLine }) {
  const {
    error,
    warning,
    output,
    missing_dependencies,
    installation_instructions,
    gate,
    runs_as,
    sandbox,
    data,
    rows,
  } = result
  return (
    <>
      {error !== null && (
        <Alert color="red" variant="light" title="Error">
          {error}
        </Alert>
      )}
      {rows && <RowsAround rows={rows} />}
      {warning !== null && (
        <Alert color="yellow" variant="light" title="Ended early">
          {warning}
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
      {result.events.length > 0 && <TestEvents result={result} {...(onLine && { onLine })} />}
      {output !== '' && <ScriptOutput output={output} label="Output" />}
      <Text size="xs" c="dimmed">
        {runs_as === 'native' ? 'The untouched template runs as its native twin.' : 'It ran as Python.'}{' '}
        {runs_as === 'python' && sandbox.sentence}
      </Text>
    </>
  )
}
