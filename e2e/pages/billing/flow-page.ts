import type { Page } from '@playwright/test'
import type { SignedIn } from '../../fixtures/people.ts'
import { storeSession } from '../../fixtures/people.ts'

type FlowState = { selectedPlan: unknown; isUpgrade?: boolean; isDowngrade?: boolean; completedSteps?: number }

/** Opens a path with the navigation state that another page would have passed. */
export async function openWithState(page: Page, path: string, state: object) {
  // The router accepts only a history entry with its own keys.
  const entry = { ...state, key: 'e2e', __TSR_key: 'e2e', __TSR_index: 0 }
  await page.evaluate(([to, kept]) => history.replaceState(kept, '', to), [path, entry] as const)
  await page.reload()
}

export function flowPage(page: Page) {
  return {
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    steps: page.locator('ol li[data-state]'),
    progress: page.getByRole('progressbar', { name: 'Setup progress' }),
    close: page.getByRole('button', { name: 'Close the setup' }),
    back: page.getByRole('button', { name: 'Back', exact: true }),
    next: page.getByRole('button', { name: 'Continue', exact: true }),
    complete: page.getByRole('button', { name: 'Complete Setup' }),
    busy: page.getByRole('button', { name: 'Processing...' }),
    pay: page.getByRole('button', { name: /^Pay ₹/ }),
    paid: page.getByRole('button', { name: 'Payment Successful' }),
    problem: page.getByTestId('payment-problem'),
    summary: page.getByRole('region', { name: 'Plan summary' }),
    methods: page.getByRole('region', { name: 'Accepted payment methods' }),
    testDialog: page.getByRole('dialog', { name: 'Test mode payment' }),
    ok: page.getByRole('button', { name: 'OK', exact: true }),
    credentials: {
      apiKey: page.getByLabel('API Key'),
      clientCode: page.getByLabel('Client Code'),
      mpin: page.getByLabel('MPIN', { exact: true }),
      totp: page.getByLabel('TOTP Secret'),
    },
    capital: page.getByLabel('Capital Amount', { exact: true }),
    async enter(who: SignedIn, step: number, state: FlowState) {
      await storeSession(page, who)
      await openWithState(page, `/subscription-flow/${step}`, state)
    },
    async fillCredentials() {
      await page.getByLabel('API Key').fill('ABCD1234EF')
      await page.getByLabel('Client Code').fill('A123456')
      await page.getByLabel('MPIN', { exact: true }).fill('1234')
      await page.getByLabel('TOTP Secret').fill('JBSWY3DPEHPK3PXP')
    },
  }
}
