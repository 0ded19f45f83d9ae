import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Readonly<Record<string, string | undefined>>

/** A list's filters and page are kept in the URL, so they survive a reload and can be shared. */
export function useListSearch(): [Search, (change: Search) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  return [
    search,
    (change) =>
      void navigate({
        to: '.',
        // Empty values are removed from the URL.
        search: Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)) as never,
        replace: true,
        resetScroll: false,
      }),
  ]
}
