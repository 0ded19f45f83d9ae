import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { flattenAccount } from '@trading-bot/contract/rest/accounts/users'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { makeRunning, paperBot } from '../fixtures/trading.ts'

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(60_000)

test('on a phone one button above everything stops all bots, after a choice', async ({ page, person, request }) => {
  await makeRunning(request, person)
  await storeSession(page, person)
  await page.goto('/dashboard')
  const stop = page.getByRole('button', { name: 'Stop everything' })
  await expect(stop).toBeInViewport({ ratio: 1 })
  await stop.click()
  const dialog = page.getByRole('dialog')
  // The bot trades meanwhile, so that it may hold something by now.
  await expect(dialog).toContainText(/1 bot is running\. (No position is|1 position is|\d+ positions are) open\./)
  await expectNoViolations(page, 'stop everything')
  await dialog.getByRole('button', { name: 'Stop, keep positions managed' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    /^Stopped: .+\. (No position is open|1 position is still managed until closed|\d+ positions are still managed until closed)\.$/,
  )
  expect((await sendAs(request, person, readParticipation, {})).bot?.status).toBe('stopped')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(stop).toHaveCount(0)
})

test('stopping with closing names what is still open', async ({ traderPage: page }) => {
  await page.route('**/api/bots/', (route) => route.fulfill(json(200, { data: [paperBot(1), paperBot(2)] })))
  await page.route('**/api/bots/stop-all/', (route) => {
    expect(route.request().postDataJSON()).toEqual({ close_positions: true })
    const message = 'Stopped: Bot 1, Bot 2. 1 position is still being closed.'
    const still_open = ['10 SBIN-EQ']
    return route.fulfill(json(200, { message, stopped: ['Bot 1', 'Bot 2'], open_positions: 1, still_open }))
  })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Stop everything' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 bots are running. 2 positions are open.')
  await dialog.getByRole('button', { name: 'Stop and close positions' }).click()
  await expect(dialog).toContainText('1 position is still being closed.')
  await expect(dialog.getByRole('listitem')).toHaveText(['10 SBIN-EQ'])
})

test('an administrator flattens an account with a reason, and types the password when the sign-in is old', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto(`/admin/users?search=${person.username}`)
  await page
    .getByRole('button', { name: new RegExp(person.username) })
    .first()
    .click()
  const form = page.getByRole('form', { name: 'Flatten account' })
  await form.getByRole('button', { name: 'Flatten' }).click()
  await expect(form).toContainText('Say why: the user reads it')
  await form.getByLabel('Reason to flatten').fill('Asked for by phone')
  let sent: object = {}
  await page.route(`**/api/admin/users/*/flatten/`, (route) => {
    sent = route.request().postDataJSON() as object
    if ('password' in sent) return route.continue()
    return route.fulfill(json(403, { error: 'Type your password again to do this.', code: 'PASSWORD_FOR_ADMIN' }))
  })
  await form.getByRole('button', { name: 'Flatten' }).click()
  await form.getByLabel('Your password').fill('Admin@1234')
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/flatten/') && response.ok()),
    form.getByRole('button', { name: 'Flatten' }).click(),
  ])
  const answer = flattenAccount.answer.parse(await reply.json())
  expect(answer.stopped_bots).toBe(1)
  expect((await sendAs(request, person, readParticipation, {})).bot).toMatchObject({
    status: 'stopped',
    status_reason: 'Stopped by the operator: Asked for by phone',
  })
})
