import { Button, Divider, Group, NumberInput, Select, Stack, Text, Title } from '@mantine/core'
import { sweepBot } from '@trading-bot/contract/rest/trading/bot-config'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { useState } from 'react'
import { useCall } from '../../../lib/queries/use-call.ts'
import { DataUsedView } from '../backtests/data-used.tsx'
import { HeatMap } from './heat-map.tsx'
import { WalkForward } from './walk-forward.tsx'

type Props = { botId: string; botType: string }
type Axis = { readonly field: string; readonly from: number | ''; readonly to: number | ''; readonly step: number | '' }

/** Backtests every pair of two parameters on the same bars, with a walk-forward check of the result. */
export function SweepPanel({ botId, botType }: Props) {
  const fields = Object.entries(findStrategy(botType)?.parameters ?? {}).filter(([, { type }]) => type !== 'bool')
  const [x, setX] = useState<Axis>(axisOf(fields[0]))
  const [y, setY] = useState<Axis>(axisOf(fields[1]))
  const [days, setDays] = useState<number | ''>(90)
  const sweep = useCall(sweepBot)
  const options = fields.map(([value, { label }]) => ({ value, label }))
  const choose = (field: string | null) => axisOf(fields.find(([name]) => name === field))
  const isWhole = [x, y].every(({ from, to, step }) => from !== '' && to !== '' && step !== '') && days !== ''
  const run = () => isWhole && sweep.mutate({ bot_id: botId, days: Number(days), x: filled(x), y: filled(y) })
  return (
    <Stack gap="md" mt="lg">
      <Divider />
      <div>
        <Title order={3}>Parameter sweep</Title>
        <Text size="sm" c="dimmed">
          Every pair of two parameters on the same bars, and the best of the past tried on the days after it.
        </Text>
      </div>
      {[
        { name: 'Across', axis: x, set: setX },
        { name: 'Down', axis: y, set: setY },
      ].map(({ name, axis, set }) => (
        <Group key={name} align="flex-end" gap="sm">
          <Select
            label={name}
            w={190}
            allowDeselect={false}
            data={options}
            value={axis.field}
            onChange={(field) => set(choose(field))}
          />
          {(['from', 'to', 'step'] as const).map((part) => (
            <NumberInput
              key={part}
              label={`${name} ${part}`}
              w={110}
              value={axis[part]}
              onChange={(value) => set({ ...axis, [part]: value === '' ? '' : Number(value) })}
            />
          ))}
        </Group>
      ))}
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Days to sweep"
          w={190}
          min={5}
          max={365}
          value={days}
          onChange={(value) => setDays(value === '' ? '' : Number(value))}
        />
        <Button variant="default" loading={sweep.isPending} disabled={!isWhole} onClick={run}>
          Run Sweep
        </Button>
      </Group>
      {sweep.data && (
        <>
          <DataUsedView data={sweep.data.data} />
          <HeatMap report={sweep.data} />
          {sweep.data.walk_forward && (
            <WalkForward
              result={sweep.data.walk_forward}
              chosen={[
                { title: sweep.data.x.label, isFigure: true, cell: ({ x: value }) => value },
                { title: sweep.data.y.label, isFigure: true, cell: ({ y: value }) => value },
              ]}
            />
          )}
        </>
      )}
    </Stack>
  )
}

type Field = readonly [
  string,
  {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly type: string
    readonly default: number | boolean
  },
]

/** A range around the default with about ten values. */
function axisOf(field: Field | undefined): Axis {
  if (!field) return { field: '', from: '', to: '', step: '' }
  const [name, { min, max, type, step, default: usual }] = field
  const middle = Number(usual)
  const width = type === 'int' ? Math.max(10, middle) : Math.max(1, middle)
  const stride = type === 'int' ? Math.max(1, Math.round(width / 5)) : Math.max(step, Number((width / 5).toFixed(2)))
  const from = Math.max(min, middle - 4 * stride)
  return { field: name, from, to: Math.min(max, from + 9 * stride), step: stride }
}

function filled({ field, from, to, step }: Axis) {
  return { field, from: Number(from), to: Number(to), step: Number(step) }
}
