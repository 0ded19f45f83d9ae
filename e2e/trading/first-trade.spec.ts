import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { credentialsPage } from '../pages/trading/credentials-page.ts'

test('CR-04 SB-02 SB-06 DB-02 the checklist leads from the plan to a bot that runs, pauses, resumes and stops', async ({
  page,
  person,
  request,
}) => {
  test.setTimeout(60_000)
  await storeSession(page, person)
  const next = page.getByRole('region', { name: 'Your first trade' }).locator('[aria-current="step"]')
  await page.goto('/dashboard')
  await expect(next).toContainText('Choose a plan')
  await expect(next.getByRole('link')).toHaveAttribute('href', '/pricing')
  await buy(request, person, 'EMA Monthly')
  await page.reload()
  await expect(next).toContainText('Set your capital')

  const { dialog, configure, save, open } = subscriptionsPage(page)
  await open()
  await configure.click()
  await dialog.getByLabel('Capital Amount').fill('250000.5')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  const { bot_configuration } = await sendAs(request, person, readMySubscription, {})
  expect(bot_configuration?.capital_amount).toBe(250_000.5)
  await page.goto('/dashboard')
  await expect(next).toContainText('Start the bot')

  const credentials = credentialsPage(page)
  await credentials.open()
  await credentials.practice.click()
  await expect(credentials.field.totp).not.toHaveValue('')
  await credentials.save.click()
  await credentials.verify.click()
  await expect(credentials.current).toContainText('Verified and Active')
  await expect(credentials.log).toContainText('Verified: accepted')

  const bot = botPanel(page)
  await page.goto('/dashboard')
  await expect(next).toContainText('Start the bot')
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(toast(page, 'Bot started. It trades on its next signal.')).toBeVisible()
  await expect(bot.status).toHaveText('Running')
  await expect(bot.panel).toContainText('₹2,50,000.50')
  // The demo's hour has no entries in its last minutes.
  await expect(bot.panel).toContainText(/Yes: it trades on its next signal|Not now: entries are over/)
  await bot.pause.click()
  await expect(bot.status).toHaveText('Paused')
  await expect(bot.panel).toContainText('Not now: it is paused.')
  await bot.resume.click()
  await bot.confirm('Resume Bot')
  await expect(bot.status).toHaveText('Running')
  await bot.stopAndClose.click()
  await bot.confirm('Stop and close')
  await expect(bot.status).toHaveText('Stopped')
  expect((await sendAs(request, person, readParticipation, {})).is_user_participating).toBe(false)
})
