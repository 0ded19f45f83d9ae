import { listUserBots } from '@trading-bot/contract/rest/trading/user-bots'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/queries/query-client.ts'
import { refuse } from '../../testing/answers.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

test('what could not be read again stays, with its age, until it can', async () => {
  signInAs('admin')
  await visit('/admin/user-bots')
  const row = page.getByRole('table').getByText('Momentum Bot').first()
  await expect.element(row).toBeVisible()
  refuse(listUserBots, 500)
  await queryClient.invalidateQueries()
  await expect.element(page.getByText(/^As of \d\d:\d\d: this could not be read again\.$/)).toBeVisible()
  await expect.element(row).toBeVisible()
})

test('offline is said at once, and the market’s dot no longer looks alive', async () => {
  signInAs('trader')
  await visit('/dashboard')
  const dot = page.getByRole('status', { name: 'Market' }).css('[data-open]')
  await expect.element(dot).toBeInTheDocument()
  window.dispatchEvent(new Event('offline'))
  const said = page.getByRole('alert').filter({ hasText: 'You are offline' })
  await expect.element(said).toHaveTextContent(/Figures are as of \d\d:\d\d/)
  await expect.element(dot).toHaveAttribute('data-open', 'false')
  window.dispatchEvent(new Event('online'))
  await expect.element(said).not.toBeInTheDocument()
})
