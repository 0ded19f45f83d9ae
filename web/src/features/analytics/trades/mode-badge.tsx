import { Badge } from '@mantine/core'

/** Paper is invented money; live is unmistakable. */
export function ModeBadge({ mode }: { mode: 'paper' | 'live' }) {
  return (
    <Badge variant={mode === 'live' ? 'filled' : 'outline'} color={mode === 'live' ? 'brand' : 'gray'} size="sm">
      {mode === 'live' ? 'Live' : 'Paper'}
    </Badge>
  )
}
