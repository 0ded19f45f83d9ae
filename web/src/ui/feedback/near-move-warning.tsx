import { Alert } from '@mantine/core'
import { nearMoveWords } from '../../lib/position-size-words.ts'
import { ErrorIcon } from '../icons.ts'

/** Warns, and refuses nothing, where a stop or target is eaten by what a round trip costs. */
export function NearMoveWarning(props: Parameters<typeof nearMoveWords>[0]) {
  const words = nearMoveWords(props)
  if (words === null) return null
  return (
    <Alert color="yellow" variant="light" icon={<ErrorIcon />} role="note" title="Too close to the costs">
      {words}
    </Alert>
  )
}
