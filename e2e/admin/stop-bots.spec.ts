import { randomBytes } from 'node:crypto'
import { type KillSwitch, listKillSwitches } from '@trading-bot/contract/rest/trading/admin-bots'
import { createBotCode, deployBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { APIRequestContext, Page } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import type { SignedIn } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

const PASSIVE_CODE = 'def on_bar(bot, bar):\n    pass\n'

/** The test's own strategy, so that no other test's bots are stopped. */
async function deployed(request: APIRequestContext, admin: SignedIn): Promise<string> {
  const name = `Calm ${randomBytes(4).toString('hex')}`
  const config = { name, bot_type: 'custom_strategy' as const, symbol: 'SBIN-EQ', token: '3045' }
  const bot = await sendAs(request, admin, createBotCode, { code: PASSIVE_CODE, config })
  await sendAs(request, admin, deployBotCode, { id: bot.id, version: 1 })
  return name
}

/** Mocks the kill switches, because the real platform switch would stop the bots of all other tests. */
async function mockKillSwitches(page: Page) {
  const activeSwitches: KillSwitch[] = []
  const sent: unknown[] = []
  await page.route('**/api/admin/switches/', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill(json(200, activeSwitches))
    const options = route.request().postDataJSON() as Pick<KillSwitch, 'scope' | 'reason'>
    sent.push(options)
    const defaults = { subject_id: null, subject_name: null, set_by: 'admin@example.com', is_automatic: false }
    const { scope, reason } = options
    const set_at = '2026-11-16T05:00:00.000Z'
    activeSwitches.push({ id: '0190b5a0-0000-7000-8000-000000000007', scope, reason, ...defaults, set_at, until: null })
    return route.fulfill(json(201, activeSwitches[0]))
  })
  await page.route('**/api/admin/switches/*/', (route) => {
    activeSwitches.length = 0
    return route.fulfill({ status: 204 })
  })
  return sent
}

test('AB-01 AB-02 AB-07 a strategy is stopped for today after a confirmation, and its kill switch is lifted', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const name = await deployed(request, admin)
  const bots = adminBotsPage(page)
  await bots.open()
  await expect(bots.row(name)).toContainText('Stopped0 / 0')
  await bots.stopStrategy.click()
  await expect(toast(page, 'Please select a bot strategy to stop')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await bots.chooseStrategy(name)
  await bots.stopStrategy.click()
  await expect(bots.dialog).toContainText(`Stop ${name} for today?`)
  await bots.keep.click()
  expect((await sendAs(request, admin, listKillSwitches, {})).map(({ subject_name }) => subject_name)).not.toContain(
    name,
  )
  await bots.stopStrategy.click()
  await bots.confirm('Stop strategy').click()
  await expect(toast(page, '0 bots stopped for today. Every position is closed.')).toBeVisible()
  await expect(bots.switches).toContainText(`${name} was stopped for today`)
  await expect(bots.switches).toContainText('Set by admin@')
  await expect(bots.switches).toContainText('ends by itself on')

  await bots.lift(name).click()
  await bots.confirm('Resume new trades').click()
  await expect(toast(page, 'New trades are resumed.')).toBeVisible()
  await expect(bots.lift(name)).toHaveCount(0)
})

test('AB-02 Bot Status shows Running or Stopped, with running users and total users', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  const line = (name: string, running: number, total: number) => ({
    id: `0190b5a0-0000-7000-8000-00000000000${total}`,
    name,
    is_running: running > 0,
    running_user_bots: running,
    total_user_bots: total,
  })
  let strategies = [line('RSI Bot', 2, 3), line('MACD Bot', 0, 4)]
  await page.route('**/active-strategies/', (route) => route.fulfill(json(200, { strategies })))
  await bots.open()
  await expect(bots.row('RSI Bot')).toContainText('Running2 / 3')
  await expect(bots.row('MACD Bot')).toContainText('Stopped0 / 4')
  strategies = [line('RSI Bot', 0, 3)]
  await bots.refresh.click()
  await expect(bots.row('RSI Bot')).toContainText('Stopped0 / 3')
  await page.unroute('**/active-strategies/')
  await page.route('**/active-strategies/', (route) => route.fulfill(json(500, {})))
  await bots.open()
  await expect(toast(page, 'Failed to load bot data').first()).toBeVisible()
  // A failed load is not shown as zero users.
  await expect(bots.row('RSI Bot')).toContainText('Not known')
})

test('AB-07 all bots are stopped for today after a confirmation; a failure shows its text', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  let sent = 0
  let answer = json(500, {})
  const reply = (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    sent++
    return route.fulfill(answer)
  }
  await page.route('**/admin/bots/stop-all/', reply)
  await page.route('**/admin/bots/stop-specific/', reply)
  await bots.open()
  await bots.stopAll.click()
  await expect(bots.dialog).toContainText('Stop all bots for today?')
  await bots.keep.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(sent).toBe(0)
  await bots.stopAll.click()
  await bots.confirm('Stop all bots').click()
  await expect(toast(page, 'Failed to stop all bots')).toBeVisible()
  await bots.chooseStrategy('RSI Bot')
  await bots.stopStrategy.click()
  await bots.confirm('Stop strategy').click()
  await expect(toast(page, 'Failed to stop specific bot strategy')).toBeVisible()

  const message = '3 bots stopped for today. 1 position is still being closed.'
  answer = json(200, { message, stopped_bots: 3, open_positions: 1 })
  await bots.stopAll.click()
  await bots.confirm('Stop all bots').click()
  await expect(toast(page, message)).toBeVisible()
  expect(sent).toBe(3)
})

test('the platform’s kill switch requires a reason, shows who set it and stays on until it is lifted', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  const sent = await mockKillSwitches(page)
  await bots.open()
  await bots.switchOff.click()
  await bots.confirm('Pause new trades').click()
  await expect(bots.dialog).toContainText('Say why')
  await bots.reason.fill('The exchange is down.')
  await bots.closeToo.check()
  await bots.confirm('Pause new trades').click()
  await expect(toast(page, 'New trades are paused for the whole platform.')).toBeVisible()
  expect(sent).toEqual([{ scope: 'platform', reason: 'The exchange is down.', close_positions: true }])
  await expect(bots.switches).toContainText('The whole platformThe exchange is down.')
  await expect(bots.switches).toContainText(
    'Set by admin@example.com on 16 Nov 2026, 10:30 · stands until it is lifted',
  )
  await bots.lift('the whole platform').click()
  await expect(bots.dialog).toContainText('Resume new trades for the whole platform?')
  await bots.keep.click()
  await expect(bots.switches).toBeVisible()
  await bots.lift('the whole platform').click()
  await bots.confirm('Resume new trades').click()
  await expect(bots.switches).toHaveCount(0)
})
