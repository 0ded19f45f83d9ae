import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'

/** A range of days that may be open at either end. */
export function useDayRange() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return {
    from,
    to,
    setFrom,
    setTo,
    isReversed: from !== '' && to !== '' && from > to,
    /** The days that were given, as a call takes them. */
    chosen: { ...(from && { from }), ...(to && { to }) },
  }
}

export function DayRangeFields({ from, to, setFrom, setTo, isReversed }: ReturnType<typeof useDayRange>) {
  return (
    <Group grow align="flex-start">
      <TextInput type="date" label="From" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput
        type="date"
        label="To"
        value={to}
        error={isReversed && 'The last day is before the first'}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </Group>
  )
}
