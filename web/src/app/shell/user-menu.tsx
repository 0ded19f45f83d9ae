import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { signOut } from '../../lib/session/sign-out.ts'
import {
  CalendarIcon,
  ComingIcon,
  LogoutIcon,
  SecurityIcon,
  TradesIcon,
  UnknownIcon,
  UserIcon,
  UsersIcon,
} from '../../ui/icons.ts'

export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const initials = `${user.first_name.charAt(0)}${user.last_name.charAt(0)}`.toUpperCase()
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton aria-label="Your account">
          <Avatar color="brand" variant="filled" size={34} radius="xl">
            {initials}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<UserIcon size={16} />} onClick={() => void navigate({ to: '/profile' })}>
          Profile
          <Text size="xs" c="dimmed" truncate>
            {user.username}
          </Text>
        </Menu.Item>
        {user.is_admin && (
          <Menu.Item leftSection={<ComingIcon size={16} />} onClick={() => void navigate({ to: '/admin/settings' })}>
            Platform settings
          </Menu.Item>
        )}
        {user.is_admin && !user.must_enrol && (
          <Menu.Item leftSection={<UsersIcon size={16} />} onClick={() => void navigate({ to: '/admin/users' })}>
            Users
          </Menu.Item>
        )}
        {user.is_admin && !user.must_enrol && (
          <Menu.Item leftSection={<CalendarIcon size={16} />} onClick={() => void navigate({ to: '/admin/calendar' })}>
            Market calendar
          </Menu.Item>
        )}
        {user.is_admin && !user.must_enrol && (
          <Menu.Item leftSection={<TradesIcon size={16} />} onClick={() => void navigate({ to: '/admin/market-data' })}>
            Market data
          </Menu.Item>
        )}
        {user.is_admin && !user.must_enrol && (
          <Menu.Item
            leftSection={<SecurityIcon size={16} />}
            onClick={() => void navigate({ to: '/admin/account-checks' })}
          >
            Account checks
          </Menu.Item>
        )}
        {user.is_admin && !user.must_enrol && (
          <Menu.Item leftSection={<SecurityIcon size={16} />} onClick={() => void navigate({ to: '/admin/algos' })}>
            Algo registry
          </Menu.Item>
        )}
        <Menu.Item leftSection={<UnknownIcon size={16} />} onClick={() => void navigate({ to: '/help' })}>
          Help
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogoutIcon size={16} />} onClick={signOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
