import { readAlerts } from '@trading-bot/contract/rest/accounts/alerts'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

test('an alert is turned off at once, and the bot’s own switch turns off what is about the bot', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  await page.goto('/profile')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(box('Daily summary by mail')).toBeChecked()
  await box('Daily summary by mail').press('Space')
  await expect(async () => {
    const summary = (await sendAs(request, person, readAlerts, {})).find(({ kind }) => kind === 'summary')
    expect(summary?.by_mail).toBe(false)
  }).toPass()
  await page.reload()
  await expect(box('Daily summary by mail')).not.toBeChecked()
  await expect(box('Broker access lost by mail')).toBeDisabled()
  await expect(box('Orders filled by Telegram')).toBeDisabled()
  await box('Everything about your bot by mail').click()
  await expect(box('Orders filled by mail')).toBeDisabled()
  await expect(async () => {
    const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
    expect(bot_configuration?.email_notifications).toBe(false)
  }).toPass()
  await expect(box('Plan ending by mail')).toBeEnabled()
})

test('a test mail is sent on request', async ({ page, person }) => {
  await storeSession(page, person)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(toast(page, `The test mail is on its way to ${person.email}.`)).toBeVisible()
  await expectNoViolations(page, 'the alerts')
})
