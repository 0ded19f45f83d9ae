import { useEffect } from 'react'

/** The page that a URL names; anything that names none is the first. */
export function pageOf(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}

type List = { readonly page: number; readonly pageSize: number; readonly total: number | undefined }

/** Where a list became shorter, or a URL was typed, its last page is shown instead of nothing. */
export function useLastPage({ page, pageSize, total }: List, onPage: (page: number) => void): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize))
  useEffect(() => {
    if (page > last) onPage(last)
  })
}
