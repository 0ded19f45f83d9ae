import { Alert, Button, Divider, Group, NumberInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import type { BotCode, RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { dayNumberOf, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { useState } from 'react'
import { DataUsedView } from '../backtests/data-used.tsx'
import { type DataChoice, NotCoveredAlert } from '../backtests/not-covered-alert.tsx'
import { HeatMap } from './heat-map.tsx'
import { useSweep } from './use-sweep.ts'
import { WalkForward } from './walk-forward.tsx'

type Axis = { readonly field: string; readonly from: number | ''; readonly to: number | ''; readonly step: number | '' }

/**
 * Backtests every pair of two parameters on the same bars, with a walk-forward check of the result. Python code is swept
 * by the parameters that it declares, one of them by itself if it declares no more.
 */
export function SweepPanel({ bot }: { bot: BotCode }) {
  const fields = fieldsOf(bot)
  const [x, setX] = useState<Axis>(axisOf(fields[0], bot.runs_as))
  const [y, setY] = useState<Axis>(axisOf(fields[1], bot.runs_as))
  const isPython = bot.runs_as === 'python'
  const [range, setRange] = useState(() => lastDays(isPython ? 30 : 90))
  const [minTrades, setMinTrades] = useState<number | ''>(10)
  const sweep = useSweep()
  const options = fields.map(([value, { label }]) => ({ value, label }))
  const choose = (field: string | null) =>
    axisOf(
      fields.find(([name]) => name === field),
      bot.runs_as,
    )
  const axes = [
    { name: 'Across', path: 'x', axis: x, set: setX },
    ...(fields.length > 1 ? [{ name: 'Down', path: 'y', axis: y, set: setY }] : []),
  ]
  const isWhole =
    axes.every(({ axis: { from, to, step } }) => from !== '' && to !== '' && step !== '') && minTrades !== ''
  const run = (choice?: DataChoice) =>
    isWhole &&
    sweep.start({
      bot_id: bot.id,
      ...range,
      min_trades: Number(minTrades),
      x: filled(x),
      ...(fields.length > 1 && { y: filled(y) }),
      ...choice,
    })
  const { report } = sweep
  if (fields.length === 0) return isPython ? <NothingDeclared /> : null
  return (
    <Stack gap="md" mt="lg">
      <Divider />
      <div>
        <Title order={3}>Parameter sweep</Title>
        <Text size="sm" c="dimmed">
          Every pair of two parameters on the same bars, and the best of the past tried on the days after it.
        </Text>
      </div>
      {axes.map(({ name, path, axis, set }) => (
        <Stack key={name} gap={4}>
          <Group align="flex-start" gap="sm">
            <Select
              label={name}
              w={190}
              allowDeselect={false}
              data={options}
              value={axis.field}
              error={sweep.refused[path] ?? sweep.refused[`${path}.field`]}
              onChange={(field) => set(choose(field))}
            />
            {(['from', 'to', 'step'] as const).map((part) => (
              <NumberInput
                key={part}
                label={`${name} ${part}`}
                w={110}
                value={axis[part]}
                error={sweep.refused[`${path}.${part}`]}
                onChange={(value) => set({ ...axis, [part]: value === '' ? '' : Number(value) })}
              />
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {rangeOf(fields, axis.field)}
          </Text>
        </Stack>
      ))}
      <Group align="flex-end" gap="sm">
        <Scope
          range={range}
          minTrades={minTrades}
          refused={sweep.refused}
          onRange={setRange}
          onMinTrades={setMinTrades}
        />
        <Button variant="default" loading={sweep.isRunning} disabled={!isWhole} onClick={() => run()}>
          Run Sweep
        </Button>
        {sweep.progress !== null && (
          <>
            <Text size="sm" c="dimmed" component="output">{`${sweep.progress} % done`}</Text>
            <Button variant="subtle" onClick={sweep.cancel}>
              Cancel
            </Button>
          </>
        )}
      </Group>
      {sweep.notCovered && <NotCoveredAlert notCovered={sweep.notCovered} days={daysIn(range)} onRun={run} />}
      {sweep.error !== null && (
        <Alert color="red" variant="light" title="The sweep failed">
          {sweep.error}
        </Alert>
      )}
      {report && (
        <>
          <DataUsedView data={report.data} />
          <HeatMap report={report} />
          {report.walk_forward && (
            <WalkForward
              result={report.walk_forward}
              chosen={[
                { title: report.x.label, isFigure: true, cell: ({ x: value }) => value ?? TOO_FEW },
                ...(report.y.field === ''
                  ? []
                  : [{ title: report.y.label, isFigure: true, cell: ({ y: value }: DownChoice) => value ?? TOO_FEW }]),
              ]}
            />
          )}
        </>
      )}
    </Stack>
  )
}

type DownChoice = { readonly y: number | null }
type Range = { readonly from: string; readonly until: string }

const TOO_FEW = 'Too few trades'
const RANGE = [
  ['from', 'Sweep from'],
  ['until', 'Sweep until'],
] as const

type ScopeProps = {
  range: Range
  minTrades: number | ''
  refused: Readonly<Record<string, string>>
  onRange: (range: Range) => void
  onMinTrades: (fewest: number | '') => void
}

/** The days, and how many trades a pair must make to be called the best. */
function Scope({ range, minTrades, refused, onRange, onMinTrades }: ScopeProps) {
  return (
    <>
      {RANGE.map(([part, label]) => (
        <TextInput
          key={part}
          type="date"
          label={label}
          w={160}
          value={range[part]}
          error={refused[part]}
          onChange={(event) => onRange({ ...range, [part]: event.currentTarget.value })}
        />
      ))}
      <NumberInput
        label="Fewest trades"
        w={130}
        min={1}
        max={1000}
        value={minTrades}
        error={refused['min_trades']}
        onChange={(value) => onMinTrades(value === '' ? '' : Number(value))}
      />
    </>
  )
}

function lastDays(days: number): Range {
  const today = indiaDayNumber(Date.now())
  return { from: isoDay(today - days), until: isoDay(today - 1) }
}

function daysIn({ from, until }: Range): number {
  return dayNumberOf(until) - dayNumberOf(from) + 1
}

function NothingDeclared() {
  return (
    <Text size="sm" c="dimmed" mt="lg">
      To sweep this code, declare a number in it: minutes = parameter("opening_minutes", 15, min=5, max=60)
    </Text>
  )
}

function rangeOf(fields: readonly Field[], field: string): string | undefined {
  const spec = fields.find(([name]) => name === field)?.[1]
  return spec && `From ${spec.min} to ${spec.max}`
}

function fieldsOf(bot: BotCode): Field[] {
  const fields =
    bot.runs_as === 'python'
      ? bot.parameters.map(({ name, ...spec }): Field => [name, spec])
      : Object.entries(findStrategy(bot.bot_type)?.parameters ?? {})
  return fields.filter(([, { type }]) => type !== 'bool')
}

type Field = readonly [
  string,
  {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly type: string
    readonly label: string
    readonly default: number | boolean
  },
]

/** About ten values: of a declared parameter over its whole range, of a native one around its default. */
function axisOf(field: Field | undefined, runsAs: RunsAs): Axis {
  if (!field) return { field: '', from: '', to: '', step: '' }
  const [name, { min, max, type, step, default: usual }] = field
  if (runsAs === 'python') {
    const wide = Number((step * Math.max(1, Math.ceil((max - min) / step / 9))).toFixed(6))
    return { field: name, from: min, to: max, step: wide }
  }
  const middle = Number(usual)
  const width = type === 'int' ? Math.max(10, middle) : Math.max(1, middle)
  const stride = type === 'int' ? Math.max(1, Math.round(width / 5)) : Math.max(step, Number((width / 5).toFixed(2)))
  const from = Math.max(min, middle - 4 * stride)
  return { field: name, from, to: Math.min(max, from + 9 * stride), step: stride }
}

function filled({ field, from, to, step }: Axis) {
  return { field, from: Number(from), to: Number(to), step: Number(step) }
}
