import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import { type SearchHit, searchEverything } from '@trading-bot/contract/rest/operations/search'
import { addUserNote, readUserPage, readUserRecords } from '@trading-bot/contract/rest/operations/user-page'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, sentTo } from '../../testing/answers.ts'
import { button } from '../../testing/controls.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

test('one search finds users, bots, orders and payments, and every hit is a link; a note is not empty', async () => {
  signInAs('admin')
  const user = recorded(listUsers).find(({ username }) => username === 'demo')!
  const { id, email, date_joined: at } = user
  const hit: SearchHit = { kind: 'user', id, title: 'demo', detail: '', user: { id, email }, at }
  answer(searchEverything, ({ query }) => (query.get('q') === 'demo' ? [hit] : []))
  const none = { subscriptions: [], payments: [], bots: [], trades: [], credentials: null, sessions: [], notes: [] }
  answer(readUserPage, { user, credit: 0, goodwill: [], ...none })
  answer(readUserRecords, { logs: [], audit: [], mails: [] })
  await visit('/admin')
  await expect.element(button('Search')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('searchbox')
  await field.fill('zz no such thing')
  await expect.element(dialog).toHaveTextContent('Nothing found.')
  await field.fill('q')
  await expect.element(dialog).toHaveTextContent('at least two characters')
  await field.fill('demo')
  const found = dialog.getByRole('list', { name: 'Users' }).getByRole('link')
  await expect.element(found).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(found).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectPath(`/admin/users/${user.id}`)
  await expect.element(dialog).not.toBeInTheDocument()
  const notes = page.getByRole('region', { name: "Operators' notes" })
  await button('Add note', notes).click()
  await expect.element(notes).toHaveTextContent('Write a note')
  expect(sentTo(addUserNote)).toEqual([])
})
