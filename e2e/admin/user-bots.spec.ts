import { expect, test, toast } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'

test('the operator finds a user, takes a note and ends a session, then stops, restarts and flattens the user’s bot', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('searchbox').fill(person.email)
  await expect(search.getByRole('list', { name: 'Payments' })).toContainText('EMA Monthly')
  await search.getByRole('list', { name: 'Users' }).getByRole('link').click()

  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Subscription')).toContainText('EMA Monthly')
  await expect(part('Payments')).toContainText('Success')
  await expect(part('Broker credentials')).toContainText('Broker log-in')
  await expect(page.getByText('A12345678')).toHaveCount(0)
  const notes = part("Operators' notes")
  await notes.getByLabel('New note').fill('Asked how to start a bot.\nExplained it.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.locator('[data-note]')).toContainText('admin@')
  await part('Sessions')
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(part('Sessions')).toContainText('Not signed in anywhere.')

  await part('Bots').getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: 'User bot' })
  await expect(drawer).toContainText(person.email)
  await expect(drawer.getByRole('region', { name: 'Open positions' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Stop / })
  await expect(question).toContainText(person.email)
  await question.getByRole('button', { name: 'Stop bot' }).click()
  await expect(toast(page, 'Bot stopped.')).toBeVisible()
  await expect(drawer.locator('[data-status="stopped"]')).toBeVisible()
  await drawer.getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('button', { name: 'Restart bot' }).click()
  await expect(toast(page, 'Bot restarted')).toBeVisible()
  await drawer.getByRole('button', { name: 'Flatten' }).click()
  await page.getByRole('button', { name: 'Stop and close positions' }).click()
  await expect(drawer.locator('[data-status="stopped"]')).toBeVisible()
})
