import type { Page } from '@playwright/test'

export function credentialsPage(page: Page) {
  const current = page.getByRole('region', { name: 'Current credentials' })
  return {
    current,
    log: page.getByRole('region', { name: 'Access log' }),
    field: { mpin: page.getByLabel('MPIN', { exact: true }), totp: page.getByLabel('TOTP Secret') },
    save: page.getByRole('button', { name: /^(Save|Update) Credentials$/ }),
    verify: current.getByRole('button', { name: /^Verify (Credentials|now)$/ }),
    verifyNow: current.getByRole('button', { name: 'Verify now' }),
    practice: page.getByRole('button', { name: 'Use practice credentials' }),
    open: () => page.goto('/credentials'),
  }
}
