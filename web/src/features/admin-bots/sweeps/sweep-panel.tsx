import { Alert, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { MOST_OTHER_AXES } from '@trading-bot/contract/rest/trading/sweeps'
import { formatNumber } from '@trading-bot/core/format-number'
import type { Objective } from '@trading-bot/core/sweep/objective'
import { dayNumberOf, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { useState } from 'react'
import { type DataChoice, NotCoveredAlert } from '../backtests/not-covered-alert.tsx'
import { AxisFields } from './axis-fields.tsx'
import { type Axis, axisOf, combinationsOf, fieldsOf, filled } from './sweep-axes.ts'
import { SweepOutcome } from './sweep-outcome.tsx'
import { type SweepRange, SweepScope } from './sweep-scope.tsx'
import { useSweep } from './use-sweep.ts'

const NAMES = ['Across', 'Down', 'Third', 'Fourth'] as const
const MOST_AXES = 2 + MOST_OTHER_AXES

/**
 * Backtests every combination of up to four parameters on the same bars, with a walk-forward check of the result. Python
 * code is swept by the parameters that it declares, one of them by itself if it declares no more.
 */
export function SweepPanel({ bot }: { bot: BotCode }) {
  const fields = fieldsOf(bot)
  const [axes, setAxes] = useState<readonly Axis[]>(fields.slice(0, 2).map((field) => axisOf(field, bot.runs_as)))
  const isPython = bot.runs_as === 'python'
  const [range, setRange] = useState(() => lastDays(isPython ? 30 : 90))
  const [minTrades, setMinTrades] = useState<number | ''>(10)
  const [objective, setObjective] = useState<Objective>('net')
  const sweep = useSweep()
  const put = (at: number, axis: Axis) => setAxes(axes.map((one, index) => (index === at ? axis : one)))
  const unused = fields.find(([name]) => !axes.some(({ field }) => field === name))
  const combinations = combinationsOf(axes)
  const isWhole = combinations !== null && minTrades !== ''
  const run = (choice?: DataChoice) => {
    const [x, y, ...others] = axes.map(filled)
    if (!isWhole || !x) return
    const wanted = { bot_id: bot.id, ...range, min_trades: Number(minTrades), objective }
    sweep.start({ ...wanted, x, ...(y && { y }), others, ...choice })
  }
  if (fields.length === 0) return isPython ? <NothingDeclared /> : null
  return (
    <Stack gap="md" mt="lg">
      <Divider />
      <div>
        <Title order={3}>Parameter sweep</Title>
        <Text size="sm" c="dimmed">
          Every combination of up to four parameters on the same bars, and the best of the past tried on the days after
          it.
        </Text>
      </div>
      {axes.map((axis, at) => (
        <AxisFields
          key={NAMES[at]}
          name={NAMES[at]!}
          path={PATHS[at]!}
          axis={axis}
          fields={fields}
          refused={sweep.refused}
          onField={(name) =>
            put(
              at,
              axisOf(
                fields.find(([field]) => field === name),
                bot.runs_as,
              ),
            )
          }
          onChange={(changed) => put(at, changed)}
          onRemove={at < 2 ? null : () => setAxes(axes.filter((_, index) => index !== at))}
        />
      ))}
      {unused && axes.length < MOST_AXES && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => setAxes([...axes, fewValues(axisOf(unused, bot.runs_as))])}
          >
            Add parameter
          </Button>
        </Group>
      )}
      <Group align="flex-end" gap="sm">
        <SweepScope
          range={range}
          minTrades={minTrades}
          objective={objective}
          refused={sweep.refused}
          onRange={setRange}
          onMinTrades={setMinTrades}
          onObjective={setObjective}
        />
        <Button variant="default" loading={sweep.isRunning} disabled={!isWhole} onClick={() => run()}>
          Run Sweep
        </Button>
        {combinations !== null && sweep.progress === null && (
          <Text size="sm" c="dimmed">
            {`${formatNumber(combinations)} ${combinations === 1 ? 'combination' : 'combinations'}`}
          </Text>
        )}
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
      {sweep.report && <SweepOutcome key={sweep.report.data.hash + sweep.report.took_ms} report={sweep.report} />}
    </Stack>
  )
}

const PATHS = ['x', 'y', 'others.0', 'others.1'] as const

/** Three values of a third or fourth parameter: every one multiplies the combinations. */
function fewValues({ field, from, to }: Axis): Axis {
  const span = Number(to) - Number(from)
  const step = Number.isInteger(from) && Number.isInteger(to) ? Math.max(1, Math.floor(span / 2)) : span / 2
  return { field, from, to, step: Number(step.toFixed(6)) }
}

function lastDays(days: number): SweepRange {
  const today = indiaDayNumber(Date.now())
  return { from: isoDay(today - days), until: isoDay(today - 1) }
}

function daysIn({ from, until }: SweepRange): number {
  return dayNumberOf(until) - dayNumberOf(from) + 1
}

function NothingDeclared() {
  return (
    <Text size="sm" c="dimmed" mt="lg">
      To sweep this code, declare a number in it: minutes = parameter("opening_minutes", 15, min=5, max=60)
    </Text>
  )
}
