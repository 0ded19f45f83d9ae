import { useQuery } from '@tanstack/react-query'
import { listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { lazy, Suspense } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'

// With the notices' whole texts: only for those who have to read them.
const ChangedTerms = lazy(async () => ({ default: (await import('./changed-terms.tsx')).ChangedTerms }))

/** Shows nothing while nothing is due, or when it cannot be loaded. */
export function ConsentBanner() {
  const { data } = useQuery({ ...queryOf(listConsents, {}), retry: false })
  if (!data || data.due.length === 0) return null
  return (
    <Suspense>
      <ChangedTerms due={data.due} />
    </Suspense>
  )
}
