import { Box, Button, Collapse, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { exportTrades } from '@trading-bot/contract/rest/trading/analytics'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { useId, useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { DownloadIcon, FilterIcon } from '../../../ui/icons.ts'
import { Filter } from '../../../ui/tables/filter.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import type { TradeSearch } from './use-trade-search.ts'

const SIDES = { '': 'Any', BUY: 'Buy', SELL: 'Sell' }
const REASONS = { '': 'Any', ...PURPOSE_LABELS }
const STATUSES = { '': 'Any', executed: 'Executed', pending: 'Pending', cancelled: 'Cancelled' }
const SORTS = {
  '': 'Newest first',
  'time asc': 'Oldest first',
  'pnl desc': 'Best P&L first',
  'pnl asc': 'Worst P&L first',
  'symbol asc': 'Symbol',
}
const DAY_WIDTH = { base: '100%', xs: 150 }

/** Search and CSV stand beside each other; the other filters open below them. */
export function TradeFilters({ search }: { search: TradeSearch }) {
  const { values, filters, filterBy, isReversed } = search
  const { search: text = '', ...others } = filters
  const count = Object.keys(others).length
  const [isOpen, setOpen] = useState(count > 0)
  const id = useId()
  const download = useCall(exportTrades, { onDone: (bytes) => saveFile(bytes, 'trades.csv', exportTrades.produces) })
  return (
    <div>
      <Group align="flex-end" gap="sm">
        <SearchField
          key={values.search === '' ? 'empty' : 'used'}
          placeholder="Symbol or bot"
          value={text}
          onSearch={(next) => filterBy({ search: next })}
        />
        <Button
          variant="default"
          leftSection={<FilterIcon size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate(filters)}
        >
          Download CSV
        </Button>
      </Group>
      <Collapse expanded={isOpen} id={id}>
        <Group align="flex-start" gap="sm" mt="sm" component="section" aria-label="Filters">
          <SymbolFilter value={values.symbol} onChange={(symbol) => filterBy({ symbol })} />
          <Filter label="Side" value={values.side} options={SIDES} onChange={(side) => filterBy({ side })} />
          <Filter label="Reason" value={values.reason} options={REASONS} onChange={(reason) => filterBy({ reason })} />
          <Filter label="Status" value={values.status} options={STATUSES} onChange={(status) => filterBy({ status })} />
          <TextInput
            type="date"
            label="From"
            w={DAY_WIDTH}
            value={values.from}
            onChange={(event) => filterBy({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            w={DAY_WIDTH}
            value={values.to}
            error={isReversed && 'The last day is before the first'}
            onChange={(event) => filterBy({ to: event.currentTarget.value })}
          />
          <Box hiddenFrom="sm" w="100%">
            <SortFilter search={search} />
          </Box>
          {count > 0 && (
            <Button variant="subtle" mt={25} onClick={search.clear}>
              Clear filters
            </Button>
          )}
        </Group>
      </Collapse>
    </div>
  )
}

/** Column titles sort on a desktop; a phone's cards have none. */
function SortFilter({ search: { sort, order, sortBy } }: { search: TradeSearch }) {
  const value = `${sort} ${order}`
  return (
    <Filter
      label="Order"
      value={value in SORTS ? value : ''}
      options={SORTS}
      onChange={(next) => {
        const [by = 'time', direction = 'desc'] = next === '' ? [] : next.split(' ')
        sortBy(by, direction === 'asc' ? 'asc' : 'desc')
      }}
    />
  )
}

function SymbolFilter({ value, onChange }: { value: string; onChange: (symbol: string) => void }) {
  const { data = [] } = useQuery({ ...queryOf(listSymbols, {}), staleTime: 60_000 })
  const names = data.map(({ symbol }) => symbol)
  return (
    <Select
      label="Symbol"
      placeholder="Any"
      w={{ base: '100%', xs: 180 }}
      searchable
      clearable
      limit={50}
      // A symbol that is no longer offered may still have trades.
      data={value === '' || names.includes(value) ? names : [value, ...names]}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
