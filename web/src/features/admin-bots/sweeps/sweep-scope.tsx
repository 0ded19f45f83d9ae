import { NumberInput, Select, TextInput } from '@mantine/core'
import type { Objective } from '@trading-bot/core/sweep/objective'
import { OBJECTIVE_LABELS } from './objective-labels.ts'

export type SweepRange = { readonly from: string; readonly until: string }

const RANGE = [
  ['from', 'Sweep from'],
  ['until', 'Sweep until'],
] as const
const OBJECTIVES = Object.entries(OBJECTIVE_LABELS).map(([value, label]) => ({ value, label }))

type Props = {
  range: SweepRange
  minTrades: number | ''
  objective: Objective
  refused: Readonly<Record<string, string>>
  onRange: (range: SweepRange) => void
  onMinTrades: (fewest: number | '') => void
  onObjective: (objective: Objective) => void
}

/** The days, what the best is the best of, and how many trades a combination must make to be called so. */
export function SweepScope({ range, minTrades, objective, refused, onRange, onMinTrades, onObjective }: Props) {
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
      <Select
        label="Best by"
        w={190}
        allowDeselect={false}
        data={OBJECTIVES}
        value={objective}
        onChange={(value) => value && onObjective(value as Objective)}
      />
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
