import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { listBotOrders, listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { listUserBots } from '@trading-bot/contract/rest/trading/user-bots'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, choose } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

test('the operator searches a user’s bot, also by status, and assigns another one; the form keeps the choice and says why a bot does not fit', async () => {
  signInAs('admin')
  answer(listBotPositions, [])
  answer(listBotOrders, [])
  refuse(assignBot, 409, { error: 'The plan does not include this bot.' })
  await visit('/admin/user-bots')
  await page.getByRole('searchbox', { name: 'Search' }).fill('DEMO')
  await expect.poll(() => sentTo(listUserBots).at(-1)?.query.get('search')).toBe('DEMO')
  await choose('Status', 'In error')
  await expect.poll(() => sentTo(listUserBots).at(-1)?.query.get('status')).toBe('error')
  const bot = recorded(listUserBots).find(({ is_copy }) => !is_copy)
  await visit(`/admin/user-bots?bot=${bot!.id}`)
  await button('Assign bot').click()
  const form = page.getByRole('form', { name: 'Assign bot' })
  const field = form.getByRole('combobox', { name: 'Bot' })
  await button('Assign bot', form).click()
  await expect.element(form).toHaveTextContent('Choose a bot')
  await field.click()
  await page.getByRole('option', { name: 'RSI Bot' }).click()
  await button('Assign bot', form).click()
  await expect.element(form).toHaveTextContent('The plan does not include this bot.')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveValue('RSI Bot')
  expect(sentTo(assignBot)[0]?.body).toMatchObject({ user_id: bot!.user.id })
})
