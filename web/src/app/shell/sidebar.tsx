import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { useEffect, useRef } from 'react'
import { signOut } from '../../lib/session/sign-out.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { LogoutIcon } from '../../ui/icons.ts'
import { ADMIN_NAVIGATION, type NavigationItem, USER_NAVIGATION } from './navigation.ts'
import classes from './shell.module.css'

type Props = { user: User; isCollapsed: boolean; isInDrawer?: boolean }

export function Sidebar({ user, isCollapsed, isInDrawer = false }: Props) {
  return (
    <div className={classes['sidebar']}>
      {!isInDrawer && (
        <div className={classes['brand']}>
          <BrandMark withName={!isCollapsed} />
        </div>
      )}
      <div className={classes['items']}>
        {user.is_admin ? (
          ADMIN_NAVIGATION.map(({ title, items }) => (
            <section key={title} aria-label={title} className={classes['group']}>
              {!isCollapsed && <div className={classes['caption']}>{title}</div>}
              <SidebarItems items={items} isCollapsed={isCollapsed} />
            </section>
          ))
        ) : (
          <SidebarItems items={USER_NAVIGATION} isCollapsed={isCollapsed} />
        )}
      </div>
      <div className={classes['person']}>{isCollapsed ? <LogoutIconButton /> : <Person user={user} />}</div>
    </div>
  )
}

function SidebarItems({ items, isCollapsed }: { items: readonly NavigationItem[]; isCollapsed: boolean }) {
  return items.map((item) => <SidebarItem key={item.label} item={item} isCollapsed={isCollapsed} />)
}

function SidebarItem({ item, isCollapsed }: { item: NavigationItem; isCollapsed: boolean }) {
  const path = useLocation({ select: (location) => location.pathname })
  const isCurrent = path === item.to || path === item.also
  const link = useRef<HTMLAnchorElement>(null)
  // A long menu shows where one is.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <Link
      ref={link}
      to={item.to}
      className={classes['item']}
      {...(isCollapsed ? { 'aria-label': item.label, title: item.label } : {})}
      activeOptions={{ exact: true }}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      <item.Icon size={20} stroke={1.6} aria-hidden />
      {!isCollapsed && item.label}
    </Link>
  )
}

function Person({ user }: { user: User }) {
  return (
    <Stack gap="sm">
      <div>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" fw={600} truncate>
            {user.first_name} {user.last_name}
          </Text>
          {user.is_admin && (
            <Badge size="sm" variant="light" flex="none">
              Admin
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" truncate title={user.email}>
          {user.email}
        </Text>
      </div>
      <Button variant="default" size="xs" leftSection={<LogoutIcon size={16} />} onClick={signOut}>
        Logout
      </Button>
    </Stack>
  )
}

function LogoutIconButton() {
  return (
    <ActionIcon variant="default" size={42} aria-label="Logout" title="Logout" onClick={signOut}>
      <LogoutIcon size={18} />
    </ActionIcon>
  )
}
