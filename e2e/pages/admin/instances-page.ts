import type { Page } from '@playwright/test'

export function instancesPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'EC2 Management' }),
    instances: page.getByRole('tab', { name: /^Instances \(\d+\)$/ }),
    logs: page.getByRole('tab', { name: /^Logs \(\d+\)$/ }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    updated: page.getByText(/^Last updated: /),
    cards: page.getByRole('article'),
    card: (name: string) => page.getByRole('article', { name }),
    log: page.getByRole('table', { name: 'EC2 logs' }),
    dialog: page.getByRole('dialog'),
    settings: page.getByRole('link', { name: 'Platform settings' }),
    open: () => page.goto('/admin/ec2'),
  }
}
