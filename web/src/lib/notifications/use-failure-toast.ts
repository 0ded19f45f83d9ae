import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from './notify.ts'

/** Shows one toast for each failed load of a query. */
export function useFailureToast({ isError, errorUpdatedAt }: UseQueryResult<unknown>, text: string): void {
  useEffect(() => {
    if (isError) notify('error', text)
  }, [isError, errorUpdatedAt, text])
}
