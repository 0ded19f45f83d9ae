import { Badge, Box, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { type OutputKind, type OutputLine } from '@trading-bot/contract/rest/trading/strategy-output'
import { formatNumber } from '@trading-bot/core/format-number'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { formatClock, formatDate } from '../../lib/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import classes from './live-output-panel.module.css'
import { type OutputSource, useLiveOutput } from './use-live-output.ts'

const KINDS: Readonly<Record<OutputKind, string>> = {
  print: 'Print',
  warning: 'Warning',
  decision: 'Decision',
  timing: 'Timing',
  error: 'Error',
  note: 'Note',
}
const COLOURS: Readonly<Record<OutputKind, string>> = {
  print: 'gray',
  warning: 'yellow',
  decision: 'green',
  timing: 'gray',
  error: 'red',
  note: 'gray',
}
const CHOICES = [
  { value: '', label: 'Everything' },
  ...Object.entries(KINDS).map(([value, label]) => ({ value, label: `${label}s` })),
]
// Closer to the end than this, the panel follows new lines.
const FOLLOW_PX = 40

/** What a running strategy prints, decides, takes and fails with, growing while it runs; of a bot or of one instance. */
export function LiveOutputPanel(source: OutputSource) {
  const [kind, setKind] = useState<OutputKind | ''>('')
  const { query, older } = useLiveOutput(source, kind === '' ? undefined : kind)
  return (
    <Stack gap="sm" component="section" aria-label="Live output">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed">
          Prints, decisions, timings and errors of the last 7 days, in India time.
        </Text>
        <Select
          aria-label="Kind of line"
          w={160}
          allowDeselect={false}
          data={CHOICES}
          value={kind}
          onChange={(value) => setKind((value ?? '') as OutputKind | '')}
        />
      </Group>
      <Loaded
        query={query}
        skeleton={<Skeleton h={320} radius="md" />}
        explain={(failure) => `The output could not be read. ${errorText(failure)}`}
      >
        {({ lines, hasOlder }) =>
          lines.length === 0 ? (
            <EmptyState title="Nothing yet">
              Lines appear here while a user trades with this bot, on paper or live.
            </EmptyState>
          ) : (
            <Lines lines={lines} older={hasOlder ? older : null} />
          )
        }
      </Loaded>
    </Stack>
  )
}

type LinesProps = {
  lines: readonly OutputLine[]
  older: { readonly isLoading: boolean; readonly load: () => void } | null
}

function Lines({ lines, older }: LinesProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = lines.at(-1)?.id
  useLayoutEffect(() => {
    const box = frame.current
    if (box && isAtEnd.current && last !== undefined) box.scrollTop = box.scrollHeight
  }, [last])
  return (
    <Box
      ref={frame}
      className={classes['frame']}
      role="log"
      aria-label="Lines"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < FOLLOW_PX
      }}
    >
      {older && (
        <Button variant="subtle" size="xs" loading={older.isLoading} onClick={older.load}>
          Load older lines
        </Button>
      )}
      {folded(lines).map((part, index, all) =>
        'id' in part ? (
          <Line key={part.id} line={part} dayBefore={atOf(all[index - 1])} />
        ) : (
          <WarmUp key={part.lines[0]!.id} lines={part.lines} />
        ),
      )}
    </Box>
  )
}

type Part = OutputLine | { readonly lines: readonly OutputLine[] }

const atOf = (part: Part | undefined) => part && timeOf('id' in part ? part : part.lines.at(-1)!)

/** The bar's time, which is what a line of the script is about; the clock's outside the market. */
function timeOf({ bar_at, at }: OutputLine): string {
  return bar_at ?? at
}

/** What is printed before the first bar that trades is about bars of the past, and stands behind one line. */
function folded(lines: readonly OutputLine[]): readonly Part[] {
  const parts: Part[] = []
  for (const line of lines) {
    const before = parts.at(-1)
    if (line.kind !== 'print' || line.bar_at !== null) parts.push(line)
    else if (before && !('id' in before)) parts[parts.length - 1] = { lines: [...before.lines, line] }
    else parts.push({ lines: [line] })
  }
  return parts
}

function WarmUp({ lines }: { lines: readonly OutputLine[] }) {
  const text = lines.map((line) => line.text).join('\n')
  const count = text.split('\n').length
  return (
    <details className={classes['folded']}>
      <summary>{`${formatNumber(count)} ${count === 1 ? 'line' : 'lines'} while warming up`}</summary>
      <span className={classes['text']} data-kind="print">
        {text}
      </span>
    </details>
  )
}

function Line({ line, dayBefore }: { line: OutputLine; dayBefore: string | undefined }) {
  const { kind, text, version } = line
  const at = timeOf(line)
  const day = formatDate(at)
  return (
    <>
      {(dayBefore === undefined || formatDate(dayBefore) !== day) && (
        <Text size="xs" c="dimmed" fw={600} mt={4}>
          {day}
        </Text>
      )}
      <div className={classes['line']}>
        <Text span size="xs" c="dimmed" className={classes['time']}>
          {formatClock(at)}
        </Text>
        <Badge size="xs" variant="light" color={COLOURS[kind]} className={classes['kind']} title={`Version ${version}`}>
          {KINDS[kind]}
        </Badge>
        <span className={classes['text']} data-kind={kind}>
          {line.line === null ? text : `Line ${line.line}: ${text}`}
        </span>
      </div>
    </>
  )
}
