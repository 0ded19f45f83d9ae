import { Drawer } from '@mantine/core'
import type { User } from '@trading-bot/contract/rest/accounts/auth'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

export type MenuDrawerProps = { user: User; isOpen: boolean; onClose: () => void }

/** The sidebar of a phone. */
export function MenuDrawer({ user, isOpen, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      title={<BrandMark />}
      padding={0}
      hiddenFrom="sm"
      classNames={{ header: classes['drawerHeader'] }}
    >
      <nav aria-label="Menu" className={classes['drawer']}>
        <Sidebar user={user} isCollapsed={false} isInDrawer />
      </nav>
    </Drawer>
  )
}
