import { Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import type { ReactElement } from 'react'
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

/** Opens with the click that loaded it. */
export function AccountMenu({ user, target }: { user: User; target: ReactElement }) {
  const navigate = useNavigate()
  return (
    <Menu defaultOpened position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>{target}</Menu.Target>
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
