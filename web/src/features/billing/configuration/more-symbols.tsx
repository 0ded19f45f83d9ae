import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  choices: readonly { value: string; label: string }[]
  /** The symbol that they are traded beside. */
  symbol: string
  value: string[]
  /** Of the plan, the symbol itself included. */
  most: number | undefined
  error: ReactNode
  onChange: (symbols: string[]) => void
}

export function MoreSymbols({ choices, symbol, value, most = 50, error, onChange }: Props) {
  return (
    <MultiSelect
      label="More symbols (optional)"
      description={
        most === 1
          ? 'The plan allows one symbol.'
          : `The capital is shared by all of them. The plan allows ${most} in total.`
      }
      disabled={most === 1 && value.length === 0}
      placeholder={value.length === 0 ? 'None' : ''}
      data={choices.filter((choice) => choice.value !== symbol)}
      maxValues={most - 1}
      searchable
      hidePickedOptions
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
