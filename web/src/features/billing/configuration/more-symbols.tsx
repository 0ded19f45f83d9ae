import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  choices: readonly { value: string; label: string }[]
  /** The symbol that they are traded beside. */
  symbol: string
  value: string[]
  error: ReactNode
  onChange: (symbols: string[]) => void
}

export function MoreSymbols({ choices, symbol, value, error, onChange }: Props) {
  return (
    <MultiSelect
      label="More symbols (optional)"
      description="The capital is shared by all of them."
      placeholder={value.length === 0 ? 'None' : ''}
      data={choices.filter((choice) => choice.value !== symbol)}
      maxValues={49}
      searchable
      hidePickedOptions
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
