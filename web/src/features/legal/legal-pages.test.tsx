import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { answer, recorded } from '../../testing/answers.ts'
import { visit } from '../../testing/open-app.tsx'

test.for([
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy notice'],
  ['/refunds', 'Refund policy'],
  ['/risk', 'Risk disclosure'],
])('%s is readable signed out, with the grievance contact', async ([path, name]) => {
  await visit(path!)
  await expect.element(page.getByRole('heading', { level: 1, name: name! })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Contact' })).toHaveTextContent('Grievance officer')
})

test('the terms follow the mode of the installation', async () => {
  const operator = recorded(readOperator)
  await visit('/terms')
  await expect.element(page.getByText('In force since 16 Nov 2026')).toBeVisible()
  expect(page.getByRole('heading', { name: 'Who decides, and who is responsible' }).elements()).toEqual([])
  const provider = { name: 'Algo House', number: 'NSE/AP/17' }
  answer(readOperator, { ...operator, legal: { ...operator.legal, hosting: 'provider', provider } })
  await visit('/terms')
  await expect.element(page.getByText('In force since 19 Nov 2026')).toBeVisible()
  await expect.element(page.getByText(/Algo House, empanelled with the exchange/)).toBeVisible()
})

test('the notices are linked from the account pages', async () => {
  await visit('/login')
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy' }).click()
  await expect.element(page.getByText('Deleted 365 days after the session ended.')).toBeVisible()
})
