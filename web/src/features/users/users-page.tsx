import { Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AccountState, listUsers } from '@trading-bot/contract/rest/accounts/users'
import { formatNumber } from '@trading-bot/core/format-number'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { pageOf } from '../../lib/page-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Filter } from '../../ui/tables/filter.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PastTheEnd } from '../../ui/tables/past-the-end.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { UsersTable } from './users-table.tsx'

const PAGE_SIZE = 20

export function UsersPage() {
  const [{ page: asked, search = '', status = '', role = '' }, setSearch] = useListSearch()
  const page = pageOf(asked)
  const known = AccountState.safeParse(status)
  const users = useQuery(
    queryOfList(listUsers, {
      page,
      page_size: PAGE_SIZE,
      ...(search && { search }),
      ...(known.success && { status: known.data }),
      ...((role === 'admin' || role === 'user') && { role }),
    }),
  )
  const totals = users.data?.totals
  const showPage = (next: number) => setSearch({ page: String(next) })
  const figure = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <>
      <PageHeader title="Users" subtitle="Everybody with an account. Times are India time." />
      <StatCards
        items={[
          { label: 'Users', value: figure(totals?.total), hint: 'Everybody with an account' },
          { label: 'Suspended', value: figure(totals?.suspended), hint: 'Cannot sign in; their bots open nothing' },
          { label: 'Administrators', value: figure(totals?.admins), hint: 'Can open these pages' },
        ]}
      />
      <Group mb="md" align="flex-end">
        <SearchField
          placeholder="Part of the email or username"
          value={search}
          onSearch={(text) => setSearch({ search: text, page: '' })}
        />
        <Filter
          label="State"
          value={status}
          options={{ '': 'Any', active: 'Active', suspended: 'Suspended', closed: 'Closed' }}
          onChange={(next) => setSearch({ status: next, page: '' })}
        />
        <Filter
          label="Role"
          value={role}
          options={{ '': 'Any', user: 'User', admin: 'Administrator' }}
          onChange={(next) => setSearch({ role: next, page: '' })}
        />
      </Group>
      <Loaded query={users} skeleton={<Skeleton h={480} radius="lg" />}>
        {({ list, totals: { matching } }) =>
          matching === 0 ? (
            <EmptyState title="No users found">Nobody matches the search.</EmptyState>
          ) : list.length === 0 ? (
            <PastTheEnd page={page} pageSize={PAGE_SIZE} total={matching} onPage={showPage} />
          ) : (
            <>
              <UsersTable users={list} />
              <Pager name="Pages of users" page={page} pageSize={PAGE_SIZE} total={matching} onPage={showPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
