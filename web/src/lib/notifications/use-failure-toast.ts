import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from './notify.ts'

/** Says once for each failed reading that it failed. */
export function useFailureToast({ isError, errorUpdatedAt }: UseQueryResult<unknown>, text: string): void {
  useEffect(() => {
    if (isError) notify('error', text)
  }, [isError, errorUpdatedAt, text])
}
