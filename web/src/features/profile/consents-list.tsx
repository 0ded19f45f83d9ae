import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dayOfNotice, NOTICE_TITLES } from '@trading-bot/contract/legal/notice-keys'
import { type Consent, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const COLUMNS: readonly Column<Consent>[] = [
  {
    title: 'Notice',
    cell: ({ notice }) => (
      <TextLink to={`/${notice}`} size="sm">
        {NOTICE_TITLES[notice]}
      </TextLink>
    ),
  },
  { title: 'Version', cell: ({ version }) => formatDate(dayOfNotice(version)), isWhole: true },
  { title: 'Accepted', cell: ({ given_at }) => formatDateTime(given_at), isWhole: true },
]

/** What the user agreed to and when, and how to withdraw it. */
export function ConsentsList({ isAdmin }: { isAdmin: boolean }) {
  const consents = useQuery(queryOf(listConsents, {}))
  return (
    <Stack gap="md">
      <Loaded query={consents} skeleton={<Skeleton h={160} />}>
        {({ given }) =>
          given.length === 0 ? (
            <Text size="sm">No notice accepted yet.</Text>
          ) : (
            <DataTable
              name="Accepted notices"
              columns={COLUMNS}
              rows={given}
              rowKey={({ notice, version }) => `${notice} ${version}`}
            />
          )
        }
      </Loaded>
      {!isAdmin && (
        <Text size="sm" c="dimmed">
          Mails about your bot are optional: turn them off under Alerts above. To withdraw consent as a whole, close
          your account below.
        </Text>
      )}
    </Stack>
  )
}
