import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'

test('on a phone one button above everything stops all bots, after a choice', async ({ page, person, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeRunning(request, person)
  await storeSession(page, person)
  await page.goto('/dashboard')
  const stop = page.getByRole('button', { name: 'Stop everything' })
  await expect(stop).toBeInViewport({ ratio: 1 })
  await stop.click()
  const dialog = page.getByRole('dialog')
  // The bot trades meanwhile, so that it may hold something by now.
  await expect(dialog).toContainText(/1 bot is running\. (No position is|1 position is|\d+ positions are) open\./)
  await dialog.getByRole('button', { name: 'Stop, keep positions managed' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    /^Stopped: .+\. (No position is open|1 position is still managed until closed|\d+ positions are still managed until closed)\.$/,
  )
  expect((await sendAs(request, person, readParticipation, {})).bot?.status).toBe('stopped')
})
