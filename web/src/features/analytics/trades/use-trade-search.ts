import { Trade, TradeStatus } from '@trading-bot/contract/rest/trading/bots'
import { TRADE_SORTS } from '@trading-bot/contract/rest/trading/trade-filters'
import { useListSearch } from '../../../lib/use-list-search.ts'

const FILTERS = ['search', 'symbol', 'side', 'reason', 'status', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

/** Taken out of the URL when another tab is opened. */
export const NO_TRADE_SEARCH = Object.fromEntries([...FILTERS, 'sort', 'order', 'page'].map((name) => [name, '']))

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The trade list's filters, order and page, kept in the URL; what the URL has wrong counts as not set. */
export function useTradeSearch() {
  const [search, setSearch] = useListSearch()
  const one = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === search[name])
  const side = one(Trade.shape.order_type.options, 'side')
  const purpose = one(Trade.shape.purpose.options, 'reason')
  const status = one(TradeStatus.options, 'status')
  const day = (name: 'from' | 'to') => (DAY.test(search[name] ?? '') ? search[name] : undefined)
  const [from, to] = [day('from'), day('to')]
  const isReversed = from !== undefined && to !== undefined && from > to
  const filters = {
    ...(search['search'] && { search: search['search'] }),
    ...(search['symbol'] && { symbol: search['symbol'] }),
    ...(side && { side }),
    ...(purpose && { purpose }),
    ...(status && { status }),
    // Until the second day is corrected the first one counts alone.
    ...(from && { from }),
    ...(to && !isReversed && { to }),
  }
  return {
    filters,
    isReversed,
    page: Math.max(1, Math.trunc(Number(search['page'])) || 1),
    sort: one(TRADE_SORTS, 'sort') ?? 'time',
    order: one(['asc', 'desc'], 'order') ?? 'desc',
    /** What the fields show. */
    values: Object.fromEntries(FILTERS.map((name) => [name, search[name] ?? ''])) as Record<Filter, string>,
    /** A new filter or order starts at the first page. */
    filterBy: (change: Partial<Record<Filter, string>>) => setSearch({ ...change, page: '' }),
    sortBy: (sort: string, order: 'asc' | 'desc') =>
      setSearch({ sort: sort === 'time' ? '' : sort, order: order === 'desc' ? '' : order, page: '' }),
    showPage: (page: number) => setSearch({ page: page === 1 ? '' : String(page) }),
    clear: () => setSearch({ ...Object.fromEntries(FILTERS.map((name) => [name, ''])), page: '' }),
  }
}
export type TradeSearch = ReturnType<typeof useTradeSearch>
