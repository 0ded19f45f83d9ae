import { readPlanHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import * as api from '@trading-bot/contract/rest/billing/regular-plans'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts, fill, rowsOf } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'

test('a regular plan is created off offer, changed and deleted', async () => {
  signInAs('admin')
  const known = recorded(api.listRegularPlans)
  let own = { ...known[0]!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' }
  const show = (isThere: boolean) => answer(api.listRegularPlans, () => (isThere ? [...known, own] : known))
  const keep = (body: unknown, message: string) => {
    own = { ...own, ...(body as object) }
    show(true)
    return { message, plan: own }
  }
  answer(api.createRegularPlan, ({ body }) => keep(body, 'Mine was created.'))
  answer(api.updateRegularPlan, ({ body }) => keep(body, 'Mine was saved.'))
  answer(api.deleteRegularPlan, () => {
    show(false)
    return { message: 'Mine was deleted.' }
  })
  answer(readPlanHolders, [])
  const row = rowsOf('Regular plans').filter({ hasText: 'Mine' })
  await visit('/admin/pricing/regular')
  await button('Create Plan').click()
  await button('Create Plan', dialog).click()
  await expectTexts(dialog, 'Plan name is required', 'Price must be at least ₹1')
  await fill({ 'Plan Name': 'Mine', 'Price per Month': '1499.50' }, dialog)
  await fill({ Symbols: '51' }, dialog)
  await button('Create Plan', dialog).click()
  await expectTexts(dialog, 'Symbols must be a whole number from 1 to 50')
  await fill({ Symbols: '3' }, dialog)
  for (const name of ['On offer', 'Live trading']) await dialog.getByRole('checkbox', { name }).click()
  await expectSaid(button('Create Plan', dialog), 'Mine was created.')
  const allowed = { max_symbols: 3, allows_live: false, allows_telegram: true }
  expect(sentTo(api.createRegularPlan)[0]?.body).toMatchObject({ price: 1499.5, is_active: false, ...allowed })
  await expectTexts(row, '₹1,499.50', '3 symbols, paper only, Telegram')
  await expect.element(row.getByRole('switch')).not.toBeChecked()
  await button('Edit Mine').click()
  await expectTexts(dialog, 'Nobody holds this plan now.')
  await fill({ 'Price per Month': '1600', Symbols: '2' }, dialog)
  const held = '1 trader holds this plan, so it cannot allow less. Take it off offer and create another.'
  refuse(api.updateRegularPlan, 400, { max_symbols: [held] })
  await button('Save Changes', dialog).click()
  await expectTexts(dialog, held)
  answer(api.updateRegularPlan, ({ body }) => keep(body, 'Mine was saved.'))
  await fill({ Symbols: '3' }, dialog)
  await userEvent.keyboard('{Escape}')
  await button('Keep editing').click()
  await expectSaid(button('Save Changes', dialog), 'Mine was saved.')
  await expect.element(row).toHaveTextContent('₹1,600.00')
  await button('Delete Mine').click()
  await button('Delete plan', dialog).click()
  await expect.element(row).not.toBeInTheDocument()
})
