import { Group, Paper, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CheckedAccount, listAccountChecks } from '@trading-bot/contract/rest/trading/account-checks'
import { formatNumber } from '@trading-bot/core/format-number'
import { errorText } from '../../lib/api/error-text.ts'
import { formatClock } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CheckLines } from './check-lines.tsx'
import { DayComparison } from './day-comparison.tsx'

const REFRESH_MS = 60_000

/** Every live account of a day: what was wrong before the open, and how the books compare after the close. */
export function AccountChecksPage() {
  const [{ day = '' }, setSearch] = useListSearch()
  const checks = useQuery({
    ...queryOf(listAccountChecks, day ? { day } : {}),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const accounts = checks.data?.accounts
  const count = (wanted: (account: CheckedAccount) => boolean) =>
    accounts && formatNumber(accounts.filter(wanted).length)
  return (
    <>
      <PageHeader
        title="Account Checks"
        subtitle="Live accounts before the open and after the close. Times are India time."
        actions={
          <TextInput
            type="date"
            label="Day"
            value={day || (checks.data?.day ?? '')}
            onChange={(event) => setSearch({ day: event.currentTarget.value })}
          />
        }
      />
      <StatCards
        items={[
          { label: 'Live accounts', value: accounts && formatNumber(accounts.length), hint: 'Trading with real money' },
          { label: 'With problems', value: count(hasProblem), hint: 'Need a look before trading' },
          { label: 'Without a report', value: count(({ check }) => check === null), hint: 'Not checked yet' },
          {
            label: 'Days that differ',
            value: count(({ comparison }) => comparison?.result === 'different'),
            hint: 'From the broker’s record',
          },
        ]}
      />
      <Loaded query={checks} skeleton={<Skeleton h={320} radius="lg" />} explain={errorText}>
        {({ accounts: list }) =>
          list.length === 0 ? (
            <EmptyState title="No live accounts">
              Accounts that trade with real money appear here, from 08:30 with their report before the open.
            </EmptyState>
          ) : (
            <Stack gap="md">
              {list.map((account) => (
                <AccountCard key={account.user.id} account={account} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  )
}

function AccountCard({ account: { user, check, comparison } }: { account: CheckedAccount }) {
  return (
    <Paper component="section" aria-label={user.username} p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {user.username}
        </Title>
        <Text size="sm" c="dimmed">
          {user.email}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <div>
          <Text size="sm" c="dimmed" mb={6}>
            Before the open{check && `, checked at ${formatClock(check.checked_at)}`}
          </Text>
          {check ? <CheckLines lines={check.lines} /> : <Text size="sm">No report of this day yet.</Text>}
        </div>
        <div>
          <Text size="sm" c="dimmed" mb={6}>
            After the close{comparison && `, compared at ${formatClock(comparison.compared_at)}`}
          </Text>
          {comparison ? <DayComparison comparison={comparison} /> : <Text size="sm">Not compared yet.</Text>}
        </div>
      </SimpleGrid>
    </Paper>
  )
}

function hasProblem({ check }: CheckedAccount): boolean {
  return check?.lines.some(({ state }) => state === 'problem') ?? false
}
