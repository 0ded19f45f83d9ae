import { Anchor, Badge, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { BotTest, TestEvent } from '@trading-bot/contract/rest/trading/bot-code'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import classes from './test-results.module.css'

const FIRST = 60
const KINDS: Readonly<Record<TestEvent['kind'], { readonly label: string; readonly color: string }>> = {
  order: { label: 'Order', color: 'brand' },
  refused: { label: 'Refused', color: 'red' },
  entry: { label: 'Entry', color: 'gray' },
  exit: { label: 'Exit', color: 'gray' },
  square_off: { label: 'Square-off', color: 'gray' },
  cut: { label: 'Cut', color: 'yellow' },
  denied: { label: 'Not entered', color: 'yellow' },
  print: { label: 'Print', color: 'gray' },
  ended: { label: 'Ended', color: 'yellow' },
}
/** Shows a line of a file in the editor; null is the entry point. */
export type OnLine = (place: { readonly line: number; readonly file: string | null }) => void

type Filter = 'all' | 'orders' | 'prints'

type Props = { result: Pick<BotTest, 'events' | 'events_total'>; onLine?: OnLine }

/** What the script asked for and printed, with its line, and what became of it. Times are India time. */
export function TestEvents({ result: { events, events_total }, onLine }: Props) {
  const [filter, setFilter] = useState<Filter>('all')
  const [isWhole, setWhole] = useState(false)
  const wanted = together(events).filter(({ kind }) => filter === 'all' || (kind === 'print') === (filter === 'prints'))
  const shown = isWhole ? wanted : wanted.slice(0, FIRST)
  return (
    <Stack gap="xs" component="section" aria-label="What happened" className={classes['list']}>
      <Group justify="space-between" gap="xs">
        <Title order={4}>What happened</Title>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'orders', label: 'Orders' },
            { value: 'prints', label: 'Prints' },
          ]}
        />
      </Group>
      {wanted.length === 0 && (
        <Text size="sm" c="dimmed">
          {filter === 'prints' ? 'The script printed nothing.' : 'The script placed no order.'}
        </Text>
      )}
      {shown.length > 0 && (
        // Scrollable, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={classes['events']} tabIndex={0} aria-label="Events">
          {shown.map((event, at) => (
            // Two prints of one bar can be equal; their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <EventRow key={at} event={event} {...(onLine && { onLine })} />
          ))}
        </ol>
      )}
      <Group gap="sm">
        {wanted.length > shown.length && (
          <Button size="xs" variant="default" onClick={() => setWhole(true)}>
            {`Show all ${formatNumber(wanted.length)}`}
          </Button>
        )}
        {events_total > events.length && (
          <Text size="xs" c="dimmed">
            {`${formatNumber(events_total)} in all; the first and the last are kept.`}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** What one line of the script printed at one bar is one event: a frame has many lines. */
function together(events: readonly TestEvent[]): readonly TestEvent[] {
  const all: TestEvent[] = []
  for (const event of events) {
    const before = all.at(-1)
    const isMore = before?.kind === 'print' && event.kind === 'print' && before.at === event.at
    if (isMore && before.line === event.line && before.file === event.file)
      all[all.length - 1] = { ...before, text: `${before.text}\n${event.text}` }
    else all.push(event)
  }
  return all
}

function EventRow({ event, onLine }: { event: TestEvent; onLine?: OnLine }) {
  const { kind, at, line, file, symbol, text } = event
  const place = `${file === null ? 'Line' : `${file} line`} ${line}`
  const { label, color } = KINDS[kind]
  return (
    <li className={classes['event']} data-kind={kind}>
      <span className={classes['when']}>{formatDateTime(at).replace(/ \d{4},/, ',')}</span>
      <span>
        {line !== null &&
          (onLine ? (
            <Anchor component="button" type="button" size="xs" onClick={() => onLine({ line, file })}>
              {place}
            </Anchor>
          ) : (
            place
          ))}
      </span>
      <span>
        <Badge size="sm" variant="light" color={color}>
          {label}
        </Badge>
      </span>
      <span className={classes['what']}>{symbol === null ? text : `${symbol}: ${text}`}</span>
    </li>
  )
}
