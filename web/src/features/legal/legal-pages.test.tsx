import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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

test('the notices are linked from the account pages', async () => {
  await visit('/login')
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy' }).click()
  await expect.element(page.getByText('Deleted 365 days after the session ended.')).toBeVisible()
})
