import { useListSearch } from '../../lib/use-list-search.ts'
import { pageOf } from '../../lib/page-of.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import type { Sorting } from './data-table.tsx'
import { filterRows, type RowFilters } from './filter-rows.ts'

/** Up to so many rows there is nothing to look for; a phone has them in view, and no room to spare. */
const FEW_ROWS = { desktop: 5, phone: 10 }

/** A list that is loaded whole, narrowed, sorted and paged; its choices are kept in the URL. */
export function useFilteredRows<Row>(filters: RowFilters<Row>, rows: readonly Row[], pageSize: number) {
  const [search, setSearch] = useListSearch()
  const few = useIsPhone() ? FEW_ROWS.phone : FEW_ROWS.desktop
  const inUrl = (name: string) => `${filters.name}.${name}`
  const names = ['search', ...filters.choices.map(({ name }) => name), ...(filters.timeOf ? ['from', 'to'] : [])]
  const values = Object.fromEntries(names.map((name) => [name, search[inUrl(name)] ?? '']))
  const first = filters.sorts[0].by
  const by = filters.sorts.find((sort) => sort.by === search[inUrl('sort')])?.by ?? first
  const order = search[inUrl('order')] === 'asc' ? 'asc' : 'desc'
  const matching = filterRows(rows, filters, values, { by, order })
  const count = names.filter((name) => values[name] !== '').length
  // A list that became shorter shows its last page.
  const page = Math.min(pageOf(search[inUrl('page')]), Math.max(1, Math.ceil(matching.length / pageSize)))
  const change = (changed: Readonly<Record<string, string>>) =>
    setSearch(Object.fromEntries(Object.entries(changed).map(([name, value]) => [inUrl(name), value])))
  const sorting: Sorting = {
    by,
    order,
    onSort: (next, direction) =>
      change({ sort: next === first ? '' : next, order: direction === 'desc' ? '' : direction, page: '' }),
  }
  return {
    filters,
    rows,
    values,
    /** Filters that are set. */
    count,
    /** Narrowed, or in another order than at first. */
    isChanged: count > 0 || by !== first || order !== 'desc',
    isOffered: rows.length > few || count > 0,
    matching,
    shown: matching.slice((page - 1) * pageSize, page * pageSize),
    page,
    pageSize,
    sorting,
    filterBy: (changed: Readonly<Record<string, string>>) => change({ ...changed, page: '' }),
    showPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
    clear: () => change(Object.fromEntries([...names, 'page'].map((name) => [name, '']))),
  }
}
export type FilteredRows<Row> = ReturnType<typeof useFilteredRows<Row>>
