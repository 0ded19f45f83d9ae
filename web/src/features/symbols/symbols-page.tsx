import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { pageOf } from '../../lib/page-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Filter } from '../../ui/tables/filter.tsx'
import { UploadIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PastTheEnd } from '../../ui/tables/past-the-end.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { SymbolsTable } from './symbols-table.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const FAILED = 'Failed to fetch symbols'
const PAGE_SIZE = 20

export function SymbolsPage() {
  const [{ page: asked, search = '', state = '' }, setSearch] = useListSearch()
  const page = pageOf(asked)
  const showPage = (next: number) => setSearch({ page: String(next) })
  const [isUploading, setUploading] = useState(false)
  const is_active = state === 'active' ? 'true' : state === 'inactive' ? 'false' : undefined
  const symbols = useQuery(
    queryOfList(listAdminSymbols, {
      page,
      page_size: PAGE_SIZE,
      ...(search && { search }),
      ...(is_active && { is_active }),
    }),
  )
  const totals = symbols.data?.totals
  return (
    <>
      <PageHeader
        title="Trading Symbols Management"
        subtitle="The shares that bots may trade. What is off cannot be chosen."
        actions={
          <Button leftSection={<UploadIcon size={16} />} onClick={() => setUploading(true)}>
            Upload Symbols
          </Button>
        }
      />
      <StatCards
        items={[
          { label: 'Total Symbols', value: totals && formatNumber(totals.total), hint: 'In your list' },
          { label: 'Active Symbols', value: totals && formatNumber(totals.active), hint: 'Bots can trade them' },
          {
            label: 'Inactive Symbols',
            value: totals && formatNumber(totals.total - totals.active),
            hint: 'Kept, not offered',
          },
        ]}
      />
      <Group mb="md" align="flex-end">
        <SearchField
          placeholder="Symbol, name or token"
          value={search}
          onSearch={(text) => setSearch({ search: text, page: '' })}
        />
        <Filter
          label="State"
          value={state}
          options={{ '': 'All', active: 'Active', inactive: 'Inactive' }}
          onChange={(value) => setSearch({ state: value, page: '' })}
        />
      </Group>
      <Loaded query={symbols} skeleton={<Skeleton h={480} radius="lg" />} toast={FAILED}>
        {({ list, totals: { matching } }) =>
          matching > 0 && list.length === 0 ? (
            <PastTheEnd page={page} pageSize={PAGE_SIZE} total={matching} onPage={showPage} />
          ) : list.length === 0 ? (
            <EmptyState title="No symbols found">
              {search || state ? 'Nothing matches the search.' : 'Upload a list or the broker’s instrument master.'}
            </EmptyState>
          ) : (
            <>
              <SymbolsTable symbols={list} />
              <Pager name="Pages of symbols" page={page} pageSize={PAGE_SIZE} total={matching} onPage={showPage} />
            </>
          )
        }
      </Loaded>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  )
}
