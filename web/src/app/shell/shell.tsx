import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { useSession } from '../../lib/session/session.ts'
import { useEventStream } from '../../lib/event-stream/use-event-stream.ts'
import { BannerStack } from '../../ui/feedback/banner-stack.tsx'
import { FullPageLoader } from '../../ui/feedback/full-page-loader.tsx'
import { InSlices } from '../../ui/layout/in-slices.tsx'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { BottomBar } from './bottom-bar.tsx'
import { CalendarBanner } from './calendar-banner.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SecurityBanner } from './security-banner.tsx'
import type { MenuDrawerProps } from './menu-drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const MenuDrawer = lazyAhead<MenuDrawerProps>(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
const ActiveKillSwitches = lazy(async () => ({
  default: (await import('../../features/admin-bots/kill-switches/active-kill-switches.tsx')).ActiveKillSwitches,
}))

// Of the lock that keeps the page behind a dialog from scrolling: what is fixed must not move when the scrollbar goes.
const BESIDE_LOCKED_SCROLLBAR = 'right-scroll-bar-position'

/** The frame of every signed-in page: a sidebar on a desktop; on a phone a drawer and, for traders, a bottom bar. */
export function Shell() {
  const state = useSession()
  const [isCollapsed, setCollapsed] = useLocalStorage({ key: 'sidebar_collapsed', defaultValue: false })
  const [wasToggled, setWasToggled] = useState(false)
  const [isDrawerOpen, { open, close }] = useDisclosure(false)
  const [wasMenuOpen, setWasMenuOpen] = useState(false)
  if (isDrawerOpen && !wasMenuOpen) setWasMenuOpen(true)
  const path = useLocation({ select: (location) => location.pathname })
  useEffect(() => close(), [path, close])
  const isPhone = useIsPhone()
  const hasBottomBar = isPhone && state.status === 'signed-in' && !state.user.is_admin
  const user = state.status === 'signed-in' ? state.user : null
  useEventStream(user !== null && !user.must_enrol, user?.is_admin ?? false)

  const toggleSidebar = () => {
    setWasToggled(true)
    setCollapsed(!isCollapsed)
  }

  if (state.status !== 'signed-in') return <FullPageLoader />
  return (
    <div className={classes['shell']} data-collapsed={isCollapsed} data-moves={wasToggled}>
      <a href="#content" className={classes['skip']}>
        Skip to the content
      </a>
      <header className={`${classes['header']} ${BESIDE_LOCKED_SCROLLBAR}`}>
        <TopBar user={state.user} isCollapsed={isCollapsed} onToggleSidebar={toggleSidebar} onOpenDrawer={open} />
      </header>
      {!isPhone && (
        <nav aria-label="Sidebar" className={classes['navigation']}>
          <Sidebar user={state.user} isCollapsed={isCollapsed} />
        </nav>
      )}
      {wasMenuOpen && (
        <Suspense>
          <MenuDrawer user={state.user} isOpen={isDrawerOpen} onClose={close} />
        </Suspense>
      )}
      <main id="content" className={classes['main']} data-bottom-bar={hasBottomBar}>
        <BannerStack>
          <OfflineBanner />
          <MaintenanceBanner />
          {state.user.is_admin && !state.user.must_enrol && (
            <Suspense fallback={null}>
              <ActiveKillSwitches />
            </Suspense>
          )}
          {!state.user.must_enrol && <SecurityBanner />}
          {!state.user.is_admin && <ConsentBanner />}
          {state.user.is_admin && !state.user.must_enrol && <CalendarBanner />}
        </BannerStack>
        <InSlices>
          <Outlet />
        </InSlices>
      </main>
      {hasBottomBar && <BottomBar />}
    </div>
  )
}
