import {
  createRegularPlan,
  deleteRegularPlan,
  listRegularPlans,
  updateRegularPlan,
} from '@trading-bot/contract/rest/billing/regular-plans'
import { expect, test } from 'vitest'
import { answer, recorded, sentTo } from '../../../testing/answers.ts'
import { button, dialog, rowsOf } from '../../../testing/controls.ts'
import { signInAs, toast, visit } from '../../../testing/open-app.tsx'

test('a regular plan is created off offer, changed and deleted', async () => {
  signInAs('admin')
  const known = recorded(listRegularPlans)
  let own = { ...known[0]!, id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2' }
  const show = (isThere: boolean) => answer(listRegularPlans, () => (isThere ? [...known, own] : known))
  const keep = (body: unknown, message: string) => {
    own = { ...own, ...(body as object) }
    show(true)
    return { message, plan: own }
  }
  answer(createRegularPlan, ({ body }) => keep(body, 'Mine was created.'))
  answer(updateRegularPlan, ({ body }) => keep(body, 'Mine was saved.'))
  answer(deleteRegularPlan, () => {
    show(false)
    return { message: 'Mine was deleted.' }
  })
  const field = (label: string) => dialog.getByRole('textbox', { name: label })
  const row = rowsOf('Regular plans').filter({ hasText: 'Mine' })
  await visit('/admin/pricing/regular')
  await button('Create Plan').click()
  await button('Create Plan', dialog).click()
  await expect.element(dialog).toHaveTextContent('Plan name is required')
  await expect.element(dialog).toHaveTextContent('Price must be at least ₹1')
  await field('Plan Name').fill('Mine')
  await field('Price per Month').fill('1499.50')
  await dialog.getByRole('checkbox', { name: 'On offer' }).click()
  await button('Create Plan', dialog).click()
  await expect.element(toast('Mine was created.')).toBeVisible()
  expect(sentTo(createRegularPlan)[0]?.body).toMatchObject({ name: 'Mine', price: 1499.5, is_active: false })
  await expect.element(row).toHaveTextContent('₹1,499.50')
  await expect.element(row.getByRole('switch')).not.toBeChecked()
  await button('Edit Mine').click()
  await field('Price per Month').fill('1600')
  await button('Save Changes', dialog).click()
  await expect.element(toast('Mine was saved.')).toBeVisible()
  await expect.element(row).toHaveTextContent('₹1,600.00')
  await button('Delete Mine').click()
  await button('Delete plan', dialog).click()
  await expect.element(row).not.toBeInTheDocument()
})
