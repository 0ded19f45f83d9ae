import type { Page } from '@playwright/test'
import { changeAnswer } from '../fixtures/change-answer.ts'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { flowPage } from '../pages/billing/flow-page.ts'
import { upgradePage } from '../pages/billing/upgrade-page.ts'
import { planNamed } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { test } from '../fixtures/test.ts'

// Running every axe rule on every state is slow, so a busy machine gets more time.
test.setTimeout(60_000)
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** All plan cards have the same markup, so two of each kind are enough for axe. */
async function fewPlans(page: Page) {
  await changeAnswer<object[]>(page, /\/subscriptions\/(bot-)?plans\/$/, (plans) => plans.slice(0, 2))
}

test('axe finds no violations on the plans and in their dialogs, in light and dark', async ({ page, trader }) => {
  await storeSession(page, trader)
  await fewPlans(page)
  await page.goto('/pricing')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('button', { name: 'Upgrade Plan' }).waitFor()
  await expectNoViolations(page, 'pricing')
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNoViolations(page, 'pricing, cancel')
  await page.goto('/bot-subscriptions')
  await page.getByRole('article').first().waitFor()
  await page.getByText('Version').waitFor()
  await expectNoViolations(page, 'bot-subscriptions')
})

test('axe finds no violations on the subscription and its wizard, in light and dark', async ({
  page,
  trader,
  person,
}) => {
  await storeSession(page, trader)
  await fewPlans(page)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Configure Bot' }).click()
  await page.getByLabel('Capital Amount').waitFor()
  await expectNoViolations(page, 'subscriptions, configuration')
  await storeSession(page, person)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Purchase' }).first().click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expectNoViolations(page, 'subscriptions, wizard with errors')
})

test('axe finds no violations in the set-up and on the credentials, in light and dark', async ({
  page,
  trader,
  request,
}) => {
  const plan = { selectedPlan: await planNamed(request, trader, 'RSI Monthly'), isUpgrade: true }
  await flowPage(page).enter(trader, 1, plan)
  await flowPage(page).pay.waitFor()
  await expectNoViolations(page, 'subscription-flow, payment')
  await flowPage(page).enter(trader, 3, { ...plan, completedSteps: 2 })
  await flowPage(page).capital.waitFor()
  await expectNoViolations(page, 'subscription-flow, configuration')
  await page.goto('/credentials')
  await page.getByRole('button', { name: /^(Save|Update) Credentials$/ }).click()
  await expectNoViolations(page, 'credentials, with errors')
})

test('axe finds no violations on the change of plan, in light and dark', async ({ page, trader, request }) => {
  const change = upgradePage(page)
  await change.enter(trader, { selectedPlan: await planNamed(request, trader, 'RSI Monthly'), isUpgrade: true })
  await change.next.waitFor()
  await expectNoViolations(page, 'upgrade-downgrade, details')
  await change.next.click()
  await change.submit.click()
  await page.getByText('Card number is required').waitFor()
  await expectNoViolations(page, 'upgrade-downgrade, card with errors')
})
