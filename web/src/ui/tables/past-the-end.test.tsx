import { listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded } from '../../testing/answers.ts'
import { button } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

test('a page of a list after the last one says so and leads back', async () => {
  signInAs('admin')
  const known = recorded(listAdminSymbols)
  answer(listAdminSymbols, ({ query }) => (query.get('page') === '9999' ? [] : known), {
    totals: { total: 50, active: 50, matching: 50 },
  })
  await visit('/admin/symbol-management?page=9999')
  await expect.element(page.getByText('There is no page 9,999')).toBeVisible()
  await button('Show the last page').click()
  await expect.element(page.css('tbody tr').first()).toBeVisible()
})
