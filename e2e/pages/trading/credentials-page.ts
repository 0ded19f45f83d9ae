import type { Page } from '@playwright/test'

export function credentialsPage(page: Page) {
  const current = page.getByRole('region', { name: 'Current credentials' })
  return {
    current,
    guide: page.getByRole('region', { name: 'How to get your credentials' }),
    log: page.getByRole('region', { name: 'Access log' }),
    field: {
      apiKey: page.getByLabel('API Key'),
      clientCode: page.getByLabel('Client Code'),
      mpin: page.getByLabel('MPIN', { exact: true }),
      totp: page.getByLabel('TOTP Secret'),
    },
    save: page.getByRole('button', { name: /^(Save|Update) Credentials$/ }),
    verify: current.getByRole('button', { name: /^Verify (Credentials|now)$/ }),
    verifyNow: current.getByRole('button', { name: 'Verify now' }),
    remove: current.getByRole('button', { name: 'Delete' }),
    practice: page.getByRole('button', { name: 'Use practice credentials' }),
    dialog: page.getByRole('dialog'),
    positions: page.getByRole('dialog', { name: /^(Positions are|Nothing is) open/ }),
    async fill() {
      await page.getByLabel('API Key').fill('ABCD1234EF')
      await page.getByLabel('Client Code').fill('A123456')
      await page.getByLabel('MPIN', { exact: true }).fill('1234')
      await page.getByLabel('TOTP Secret').fill('JBSWY3DPEHPK3PXP')
    },
    open: () => page.goto('/credentials'),
  }
}
