import type { Page } from '@playwright/test'
import { storeSession, type SignedIn } from '../../fixtures/people.ts'
import { openWithState } from './flow-page.ts'

type ChangeState = { selectedPlan: unknown; isUpgrade?: boolean; isDowngrade?: boolean }

export function upgradePage(page: Page) {
  const card = {
    number: page.getByLabel('Card number'),
    expiry: page.getByLabel('Expiry date'),
    cvv: page.getByLabel('CVV'),
    holder: page.getByLabel('Cardholder name'),
  }
  return {
    card,
    summary: page.getByRole('region', { name: 'Plan summary' }),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    next: page.getByRole('button', { name: 'Continue', exact: true }),
    back: page.getByRole('button', { name: 'Back', exact: true }),
    submit: page.getByRole('button', { name: /^(Pay and upgrade|Confirm downgrade)$/ }),
    async enter(who: SignedIn, state: ChangeState) {
      await storeSession(page, who)
      await openWithState(page, '/upgrade-downgrade', state)
    },
    async fillCard() {
      await card.number.fill('4111 1111 1111 1111')
      await card.expiry.fill('12/31')
      await card.cvv.fill('987')
      await card.holder.fill('Meera Cardholder')
    },
  }
}
