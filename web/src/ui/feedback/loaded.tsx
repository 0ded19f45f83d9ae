import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { isServerAway } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { formatTime } from '../../lib/format.ts'
import { useFailureToast } from '../../lib/notifications/use-failure-toast.ts'
import { ErrorIcon } from '../icons.ts'
import classes from './loaded.module.css'

type Props<T> = {
  query: UseQueryResult<T>
  /** Has the shape of the loaded content, so that the layout does not jump. */
  skeleton: ReactNode
  /** Says what will appear here and what to do next. */
  empty?: ReactNode
  explain?: (failure: unknown) => string
  /** Tells the failure where the specification asks for a toast; the page then says why, and offers to try again. */
  toast?: string
  children: (value: T) => ReactNode
}

/** The four states of a query: loading, error, empty and ready. What was read before stays, with its age. */
export function Loaded<T>({ query, skeleton, empty, explain = errorText, toast, children }: Props<T>) {
  useFailureToast(query, toast)
  // Long content is drawn in slices, between which the page answers to clicks; what was shown stays until it is ready.
  const data = useDeferredValue(query.data)
  if (data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0
    const shown = isEmpty && empty !== undefined ? empty : children(data)
    return query.isError ? <Aged query={query}>{shown}</Aged> : shown
  }
  if (!query.isError) return <div aria-busy="true">{skeleton}</div>
  // The shell says on every screen that the server does not answer.
  const isAway = isServerAway(query.error)
  const isTold = isAway || toast !== undefined
  return (
    <Alert
      variant="light"
      {...(isTold
        ? { color: 'gray', role: 'status' }
        : { color: 'red', icon: <ErrorIcon />, title: 'This could not be loaded' })}
    >
      <Group justify="space-between">
        <Text size="sm">{isAway ? 'Not loaded yet.' : `${explain(query.error)} Nothing was changed.`}</Text>
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}

/** What could not be read again is no longer certain, and still better than nothing. */
function Aged<T>({ query, children }: { query: UseQueryResult<T>; children: ReactNode }) {
  return (
    <>
      <Group component="output" gap="xs" mb="xs">
        <Text size="xs" c="dimmed">{`As of ${formatTime(query.dataUpdatedAt)}: this could not be read again.`}</Text>
        <Button size="compact-xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
      <div className={classes['aged']}>{children}</div>
    </>
  )
}
