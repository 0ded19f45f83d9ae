import { Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { readUserPage, type UserPage as Page } from '@trading-bot/contract/rest/operations/user-page'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useSession } from '../../../lib/session/session.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { BackIcon } from '../../../ui/icons.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ManageUserModal } from '../manage-user-modal.tsx'
import { UserBots, UserTrades } from './activity-parts.tsx'
import { CredentialsPart, SubscriptionPart } from './account-parts.tsx'
import { NotesPart } from './notes-part.tsx'
import { PagePart } from './page-part.tsx'
import { UserPayments } from './payments-part.tsx'
import { RecordsPart } from './records-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/** One user as the operator sees them. */
export function UserPage() {
  const { userId = '' } = useParams({ strict: false })
  const page = useQuery(queryOf(readUserPage, { id: userId }))
  return (
    <Loaded query={page} skeleton={<Skeleton h={640} radius="lg" />}>
      {(loaded) => <Parts page={loaded} />}
    </Loaded>
  )
}

function Parts({ page }: { page: Page }) {
  const { user, subscriptions, bots, trades, credentials, sessions, notes } = page
  const session = useSession()
  const [isManaging, setManaging] = useState(false)
  // Administrators manage their own account on the profile page; a closed account cannot be reopened.
  const isManageable = user.status !== 'closed' && session.status === 'signed-in' && session.user.id !== user.id
  return (
    <>
      <PageHeader
        title={user.username}
        subtitle={`${user.name} · ${user.email}`}
        actions={
          <Group gap="xs">
            <StatusBadge status={user.status} />
            <ButtonLink to="/admin/users" variant="default" leftSection={<BackIcon size={16} />}>
              All users
            </ButtonLink>
            {isManageable && <Button onClick={() => setManaging(true)}>Manage</Button>}
          </Group>
        }
      />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
          <PagePart title="Account">
            <Facts
              items={[
                ['Role', user.is_admin ? 'Administrator' : 'User'],
                ['Phone', user.phone_number || '–'],
                ['Joined', formatDate(user.date_joined)],
                ['Last log-in', user.last_login_at ? formatDateTime(user.last_login_at) : 'Never'],
                ['Second factor', user.second_factor ? 'On' : 'Off'],
                ['Outbound address', addressText(user)],
              ]}
            />
          </PagePart>
          <SubscriptionPart user={user} subscriptions={subscriptions} />
          <CredentialsPart credentials={credentials} />
        </SimpleGrid>
        <UserBots bots={bots} />
        <UserPayments {...page} />
        <UserTrades trades={trades} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <SessionsPart user={user} sessions={sessions} />
          <NotesPart user={user} notes={notes} />
        </SimpleGrid>
        <RecordsPart userId={user.id} />
      </Stack>
      {isManaging && <ManageUserModal user={user} onClose={() => setManaging(false)} />}
    </>
  )
}

function addressText({ outbound_address, secondary_address, shares_address_of, has_family_consent }: ManagedUser) {
  if (outbound_address === null) return 'None'
  const both = secondary_address ? `${outbound_address}, ${secondary_address} beside it` : outbound_address
  if (shares_address_of === null) return both
  return `${both}, shared with ${shares_address_of}${has_family_consent ? '' : ' without a recorded consent'}`
}
