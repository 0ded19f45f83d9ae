import { Alert, Button, Group, List, Progress, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import {
  type HistoryFetch,
  readCoverage,
  readHistoryFetch,
  startHistoryFetch,
  stopHistoryFetch,
} from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { isUnderWay, useNewestFetch } from './use-newest-fetch.ts'
import { yearBack } from './year-back.ts'

/** Starts a fetch of all active symbols and shows how far it has come. */
export function FetchPanel() {
  const [{ from, until }, setRange] = useState(yearBack)
  const fetched = useNewestFetch()
  const refresh = [readHistoryFetch, readCoverage]
  const start = useCall(startHistoryFetch, { refresh })
  const stop = useCall(stopHistoryFetch, { refresh })
  return (
    <Loaded query={fetched} skeleton={<Skeleton h={140} />}>
      {({ fetch, can_fetch }) => {
        const isRunning = fetch !== null && isUnderWay(fetch)
        return (
          <Stack>
            {!can_fetch && (
              <Alert color="yellow" variant="light">
                No broker account is connected. You can still import files.
              </Alert>
            )}
            <Group align="flex-end">
              <TextInput
                type="date"
                label="From"
                value={from}
                disabled={isRunning}
                onChange={(event) => setRange({ from: event.currentTarget.value, until })}
              />
              <TextInput
                type="date"
                label="Until"
                value={until}
                error={until < from && 'The last day is before the first'}
                disabled={isRunning}
                onChange={(event) => setRange({ from, until: event.currentTarget.value })}
              />
              {isRunning ? (
                <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({})}>
                  Stop fetching
                </Button>
              ) : (
                <Button
                  loading={start.isPending}
                  disabled={!can_fetch || until < from}
                  onClick={() => start.mutate({ from, until })}
                >
                  Fetch missing days
                </Button>
              )}
            </Group>
            {fetch && <FetchState fetch={fetch} />}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function FetchState({ fetch }: { fetch: HistoryFetch }) {
  const share = fetch.days === 0 ? 100 : (fetch.days_done / fetch.days) * 100
  const count = (value: number) => formatNumber(value)
  return (
    <Stack gap="xs" aria-live="polite" component="section" aria-label="Newest fetch">
      <Group gap="xs">
        <StatusBadge status={fetch.state} />
        <Text size="sm">
          {`${count(fetch.symbols_done)} of ${count(fetch.symbols)} symbols, ${count(fetch.days_done)} of ${count(fetch.days)} days`}
          {fetch.seconds_left !== null && `, ${durationOf(fetch.seconds_left)} left`}
        </Text>
      </Group>
      <Progress value={share} animated={isUnderWay(fetch)} aria-label="Fetched days" />
      <Text size="sm" c="dimmed">
        {[fetch.sentence, fetch.finished_at && `Ended ${formatDateTime(fetch.finished_at)}.`].filter(Boolean).join(' ')}
      </Text>
      {fetch.problems.length > 0 && <Problems lines={fetch.problems} />}
    </Stack>
  )
}

const FIRST_LINES = 5

/** The newest of what the broker did not have, the rest on demand: a year of fifty symbols has many. */
function Problems({ lines }: { lines: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <Alert color="yellow" variant="light" title="What the broker did not have">
      <List size="sm">
        {lines.slice(0, isWhole ? lines.length : FIRST_LINES).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {!isWhole && lines.length > FIRST_LINES && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {`Show ${lines.length - FIRST_LINES} more`}
        </Button>
      )}
    </Alert>
  )
}

function durationOf(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
