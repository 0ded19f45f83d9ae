import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { ErrorIcon } from '../icons.ts'

type Props<T> = {
  query: UseQueryResult<T>
  /** Has the shape of the loaded content, so that the layout does not jump. */
  skeleton: ReactNode
  /** Says what will appear here and what to do next. */
  empty?: ReactNode
  explain?: (failure: unknown) => string
  children: (value: T) => ReactNode
}

/** The four states of a query: loading, error, empty and ready. */
export function Loaded<T>({ query, skeleton, empty, explain = errorText, children }: Props<T>) {
  // Long content is drawn in slices, between which the page answers to clicks; what was shown stays until it is ready.
  const data = useDeferredValue(query.data)
  if (query.isSuccess && data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0
    return isEmpty && empty !== undefined ? empty : children(data)
  }
  if (!query.isError) return <div aria-busy="true">{skeleton}</div>
  return (
    <Alert color="red" variant="light" icon={<ErrorIcon />} title="This could not be loaded">
      <Group justify="space-between">
        <Text size="sm">{explain(query.error)} Nothing was changed.</Text>
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
