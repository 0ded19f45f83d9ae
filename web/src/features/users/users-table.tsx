import { Badge, Button, Group, Text } from '@mantine/core'
import type { ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { BrokerLogInBadge } from './broker-log-in.tsx'
import { ManageUserModal } from './manage-user-modal.tsx'

const COLUMNS: readonly Column<ManagedUser>[] = [
  {
    title: 'User',
    cell: ({ id, username, email, is_admin, broker_log_in }) => (
      <div>
        <Group gap="xs">
          <TextLink to="/admin/users/$userId" params={{ userId: id }} size="sm" fw={600}>
            {username}
          </TextLink>
          {is_admin && (
            <Badge size="sm" variant="light">
              Admin
            </Badge>
          )}
          <BrokerLogInBadge logIn={broker_log_in} />
        </Group>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    ),
  },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Second factor', cell: ({ second_factor }) => (second_factor ? 'On' : 'Off') },
  { title: 'Signed in', isFigure: true, cell: ({ live_sessions }) => live_sessions },
  {
    title: 'Last log-in',
    isWhole: true,
    cell: ({ last_login_at }) => (last_login_at ? formatDateTime(last_login_at) : '–'),
  },
  { title: 'Joined', isWhole: true, cell: ({ date_joined }) => formatDate(date_joined) },
]

export function UsersTable({ users }: { users: readonly ManagedUser[] }) {
  const session = useSession()
  const own = session.status === 'signed-in' ? session.user.id : ''
  const [openId, setOpenId] = useState<string | null>(null)
  const open = users.find(({ id }) => id === openId)
  const actions: Column<ManagedUser> = {
    title: 'Actions',
    isActions: true,
    // Administrators manage their own account on the profile page; a closed account cannot be reopened.
    cell: ({ id, username, status }) =>
      id !== own &&
      status !== 'closed' && (
        <Button size="xs" variant="default" aria-label={`Manage ${username}`} onClick={() => setOpenId(id)}>
          Manage
        </Button>
      ),
  }
  return (
    <>
      <DataTable name="Users" columns={[...COLUMNS, actions]} rows={users} rowKey={({ id }) => id} />
      {open && <ManageUserModal user={open} onClose={() => setOpenId(null)} />}
    </>
  )
}
