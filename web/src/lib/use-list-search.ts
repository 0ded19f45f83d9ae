import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Readonly<Record<string, string | undefined>>

/** Filters and page of a list live in the address: they survive a reload and can be passed on. */
export function useListSearch(): [Search, (change: Search) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  return [
    search,
    (change) =>
      void navigate({
        to: '.',
        // Empty ones leave the address.
        search: Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)) as never,
        replace: true,
        resetScroll: false,
      }),
  ]
}
