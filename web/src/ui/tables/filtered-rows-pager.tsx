import { lazy, Suspense } from 'react'
import type { FilteredRows } from './use-filtered-rows.ts'

// Most of these lists fit on one page, and the dashboard is light without it.
const Pager = lazy(async () => ({ default: (await import('./pager.tsx')).Pager }))

/** Page buttons below a list that is loaded whole, if it has more than one page. */
export function FilteredRowsPager<Row>({ view, of }: { view: FilteredRows<Row>; of: string }) {
  const { page, pageSize, matching, showPage } = view
  if (matching.length <= pageSize) return null
  return (
    <Suspense>
      <Pager name={`Pages of ${of}`} page={page} pageSize={pageSize} total={matching.length} onPage={showPage} />
    </Suspense>
  )
}
