import { ActionIcon, Burger, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { lazy, Suspense } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { CollapseIcon, ExpandIcon } from '../../ui/icons.ts'
import { ThemeSwitch } from '../../ui/controls/theme-switch.tsx'
import { MarketStatus } from './market-status.tsx'
import { UserMenu } from './user-menu.tsx'

const REFRESH_MS = 60_000

const AdminSearch = lazy(async () => ({ default: (await import('./admin-search.tsx')).AdminSearch }))

type Props = { user: User; isCollapsed: boolean; onToggleSidebar: () => void; onOpenDrawer: () => void }

export function TopBar({ user, isCollapsed, onToggleSidebar, onOpenDrawer }: Props) {
  const isPhone = useIsPhone()
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        {isPhone ? (
          <>
            <Burger size="sm" opened={false} onClick={onOpenDrawer} aria-label="Open menu" />
            <BrandMark />
          </>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={onToggleSidebar}
            aria-label={isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
          >
            {isCollapsed ? <ExpandIcon size={18} /> : <CollapseIcon size={18} />}
          </ActionIcon>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {user.is_admin && !user.must_enrol && (
          <Suspense fallback={null}>
            <AdminSearch />
          </Suspense>
        )}
        {/* A trader’s phone has it in its bottom bar. */}
        {!isPhone && <MarketStatus />}
        {!user.is_admin && <OwnMode />}
        <ThemeSwitch />
        <UserMenu user={user} />
      </Group>
    </Group>
  )
}

/** Paper or live: shown on every screen once it is known. */
function OwnMode() {
  const { data } = useQuery({ ...queryOf(readParticipation, {}), refetchInterval: REFRESH_MS })
  return data ? <ModeBadge mode={data.mode} /> : null
}
