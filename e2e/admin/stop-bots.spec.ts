import { randomBytes } from 'node:crypto'
import { listKillSwitches } from '@trading-bot/contract/rest/trading/admin-bots'
import { createBotCode, deployBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { APIRequestContext } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import type { SignedIn } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

const PASSIVE_CODE = 'def on_bar(bot, bar):\n    pass\n'

/** The test's own strategy, so that no other test's bots are stopped. */
async function deployed(request: APIRequestContext, admin: SignedIn): Promise<string> {
  const name = `Calm ${randomBytes(4).toString('hex')}`
  const config = { name, bot_type: 'custom_strategy' as const, symbol: 'SBIN-EQ', token: '3045' }
  const bot = await sendAs(request, admin, createBotCode, { code: PASSIVE_CODE, config })
  await sendAs(request, admin, deployBotCode, { id: bot.id, version: 1 })
  return name
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
  await bots.chooseStrategy(name)
  await bots.stopStrategy.click()
  await expect(bots.dialog).toContainText(`Stop ${name} for today?`)
  await bots.keep.click()
  expect((await sendAs(request, admin, listKillSwitches, {})).map(({ subject_name }) => subject_name)).not.toContain(
    name,
  )
  await bots.stopStrategy.click()
  await bots.confirm('Stop strategy').click()
  await expect(toast(page, '0 bots stopped for today. No position was open.')).toBeVisible()
  await expect(bots.switches).toContainText(`${name} was stopped for today`)
  await expect(bots.switches).toContainText('Set by admin@')
  await expect(bots.switches).toContainText('ends by itself on')

  await bots.lift(name).click()
  await bots.confirm('Resume new trades').click()
  await expect(toast(page, 'New trades are resumed.')).toBeVisible()
  await expect(bots.lift(name)).toHaveCount(0)
})
