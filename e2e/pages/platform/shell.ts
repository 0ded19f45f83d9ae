import type { Page } from '@playwright/test'

export function shell(page: Page) {
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
  const drawer = page.getByRole('dialog')
  return {
    sidebar,
    drawer,
    logout: sidebar.getByRole('button', { name: 'Logout' }),
    links: sidebar.getByRole('link'),
    current: sidebar.locator('[aria-current="page"]'),
    openDrawer: page.getByRole('button', { name: 'Open menu' }),
    collapse: page.getByRole('button', { name: 'Collapse the sidebar' }),
    expand: page.getByRole('button', { name: 'Expand the sidebar' }),
    account: page.getByRole('button', { name: 'Your account' }),
  }
}
