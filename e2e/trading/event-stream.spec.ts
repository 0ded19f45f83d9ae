import { controlBot } from '@trading-bot/contract/rest/trading/bots'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'

test('one event stream serves every tab, and another tab takes it over', async ({ page, context, person, request }) => {
  const bot = await makeRunning(request, person)
  const streams: { url: string; token: string | undefined }[] = []
  context.on('request', (each) => {
    if (each.url().includes('/api/live/')) streams.push({ url: each.url(), token: each.headers()['authorization'] })
  })
  await storeSession(page, person)
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/dashboard')
    await expect(tab.getByRole('status', { name: 'Market' })).toContainText('· Connected')
  }
  await expect(botPanel(second).status).toHaveText('Running')
  expect(streams).toHaveLength(1)
  expect(streams[0]?.token).toMatch(/^Bearer /)
  expect(streams[0]?.url).not.toContain('?')
  await sendAs(request, person, controlBot, { id: bot.id, action: 'pause' })
  for (const tab of [page, second]) await expect(botPanel(tab).status).toHaveText('Paused')
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await sendAs(request, person, controlBot, { id: bot.id, action: 'resume' })
  await expect(botPanel(second).status).toHaveText('Running')
})
