import type { Page } from '@playwright/test'

export function profilePage(page: Page) {
  const details = page.getByRole('form', { name: 'Your details' })
  const password = page.getByRole('form', { name: 'Password' })
  const factor = page.getByRole('region', { name: 'Second factor' })
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const telegram = page.getByRole('region', { name: 'Telegram' })
  return {
    details: {
      firstName: details.getByLabel('First name'),
      phone: details.getByLabel('Phone number'),
      state: details.getByLabel('State (for GST invoices)'),
      save: details.getByRole('button', { name: 'Save details' }),
    },
    password: {
      current: password.getByLabel('Current password'),
      next: password.getByLabel('New password', { exact: true }),
      confirm: password.getByLabel('Confirm new password'),
      change: password.getByRole('button', { name: 'Change password' }),
    },
    factor: {
      region: factor,
      setUp: factor.getByRole('button', { name: 'Set up authenticator app' }),
      password: factor.getByLabel('Current password'),
      next: factor.getByRole('button', { name: 'Continue' }),
      secret: factor.getByTestId('factor-secret'),
      picture: factor.getByRole('img', { name: /QR code/ }),
      code: factor.getByLabel('Code from the app'),
      turnOn: factor.getByRole('button', { name: 'Turn on' }),
      recoveryCodes: factor.getByTestId('recovery-codes').locator('code'),
      kept: factor.getByRole('button', { name: 'I have kept them' }),
      renew: factor.getByRole('button', { name: 'New recovery codes' }),
      turnOff: factor.getByRole('button', { name: 'Turn off' }),
    },
    passkeys: {
      region: passkeys,
      rows: passkeys.getByRole('listitem'),
      add: passkeys.getByRole('button', { name: 'Add a passkey' }),
      rename: (name: string) => passkeys.getByRole('button', { name: `Rename ${name}` }),
      remove: (name: string) => passkeys.getByRole('button', { name: `Remove ${name}` }),
    },
    telegram: {
      region: telegram,
      link: telegram.getByRole('button', { name: 'Link Telegram' }),
      picture: telegram.getByRole('img', { name: /QR code/ }),
      code: telegram.getByTestId('telegram-code'),
      chat: telegram.getByRole('link', { name: 'Open Telegram' }),
      renew: telegram.getByRole('button', { name: 'New code' }),
      test: telegram.getByRole('button', { name: 'Send a test message' }),
      news: telegram.getByRole('switch', { name: 'Tell me here what my bot does' }),
      unlink: telegram.getByRole('button', { name: 'Unlink' }),
    },
    dialog: page.getByRole('dialog'),
    devices: {
      region: devices,
      rows: devices.getByRole('listitem'),
      everywhere: devices.getByRole('button', { name: 'Sign out everywhere' }),
    },
    open: () => page.goto('/profile'),
  }
}
