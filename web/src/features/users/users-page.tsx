import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AccountState, exportUsers, listUsers, type UserFilter } from '@trading-bot/contract/rest/accounts/users'
import { listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { listRegularPlans } from '@trading-bot/contract/rest/billing/regular-plans'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { queryOf, queryOfList } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'
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
import { BulkList } from './bulk/bulk-list.tsx'
import { BulkModal } from './bulk/bulk-modal.tsx'
import { UsersTable } from './users-table.tsx'

const PAGE_SIZE = 20

export function UsersPage() {
  const [{ page: asked, search = '', status = '', role = '', plan = '' }, setSearch] = useListSearch()
  const [isActing, setActing] = useState(false)
  const page = pageOf(asked)
  const known = AccountState.safeParse(status)
  const filter: UserFilter = {
    ...(search && { search }),
    ...(known.success && { status: known.data }),
    ...((role === 'admin' || role === 'user') && { role }),
    ...(plan && { plan }),
  }
  const users = useQuery(queryOfList(listUsers, { page, page_size: PAGE_SIZE, ...filter }))
  const plans = usePlanNames()
  const save = useCall(exportUsers, { onDone: (bytes) => saveFile(bytes, 'users.csv', exportUsers.produces) })
  const totals = users.data?.totals
  const showPage = (next: number) => setSearch({ page: String(next) })
  const figure = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <>
      <PageHeader
        title="Users"
        subtitle="Everybody with an account. Times are India time."
        actions={
          <Group gap="xs">
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate(filter)}>
              Export CSV
            </Button>
            <Button variant="default" disabled={!totals || totals.matching === 0} onClick={() => setActing(true)}>
              Act on many
            </Button>
          </Group>
        }
      />
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
        <Filter
          label="Plan"
          value={plan}
          options={{ '': 'With and without', any: 'With a plan', none: 'Without a plan', ...plans }}
          onChange={(next) => setSearch({ plan: next, page: '' })}
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
      <BulkList />
      {isActing && totals && (
        <BulkModal audience={filter} matching={totals.matching} onClose={() => setActing(false)} />
      )}
    </>
  )
}

/** The names of all plans, so that the list can be narrowed to one plan's holders. */
function usePlanNames(): Readonly<Record<string, string>> {
  const regular = useQuery(queryOf(listRegularPlans, {}))
  const forBots = useQuery(queryOf(listBotPlans, {}))
  return Object.fromEntries([...(forBots.data ?? []), ...(regular.data ?? [])].map(({ id, name }) => [id, name]))
}
