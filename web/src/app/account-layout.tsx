import { Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { BrandMark } from '../ui/layout/brand-mark.tsx'
import { InSlices } from '../ui/layout/in-slices.tsx'
import { LegalLinks } from '../ui/layout/legal-links.tsx'
import { ThemeSwitch } from '../ui/controls/theme-switch.tsx'
import classes from './account-layout.module.css'
import { BrandPanel } from './brand-panel.tsx'

/** The account pages: the form, and on wide screens a panel about the product beside it. */
export function AccountLayout() {
  return (
    <div className={classes['page']}>
      <BrandPanel />
      <div className={classes['side']}>
        <header className={classes['header']}>
          <Box hiddenFrom="md">
            <BrandMark />
          </Box>
          <Box ml="auto">
            <ThemeSwitch />
          </Box>
        </header>
        <main className={classes['main']}>
          <InSlices>
            <Outlet />
          </InSlices>
        </main>
        <footer className={classes['footer']}>
          <LegalLinks />
        </footer>
      </div>
    </div>
  )
}
