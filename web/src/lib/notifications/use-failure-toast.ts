import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isServerAway } from '../api/api-failure.ts'
import { notify } from './notify.ts'

/**
 * Shows a toast when a query begins to fail, and not again while it goes on failing. Queries that fail together because
 * the server is away share one toast, as do those with the same text. A failure up to `toldAtMs` was told already.
 */
export function useFailureToast(
  { isError, error, errorUpdatedAt }: UseQueryResult<unknown>,
  text: string | undefined,
  toldAtMs = 0,
): void {
  const wasFailing = useRef(false)
  useEffect(() => {
    const isNew = isError && !wasFailing.current && errorUpdatedAt > toldAtMs
    wasFailing.current = isError
    if (isNew && text !== undefined) notify('error', text, { id: isServerAway(error) ? 'server away' : text })
  }, [isError, error, errorUpdatedAt, text, toldAtMs])
}
