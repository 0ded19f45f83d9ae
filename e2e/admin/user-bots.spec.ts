import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'

test('the operator finds a user’s bot, looks into it, stops and restarts it', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto('/admin/user-bots')
  const rows = page.getByRole('table', { name: 'User bots' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await expect(page.locator('[data-stat="Running"]')).toContainText(/[1-9]/)
  await takePictures(page, 'user-bots')
  await page.getByRole('searchbox', { name: 'Search' }).fill(person.username.slice(2).toUpperCase())
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Running')
  await rows.first().getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'User bot' })
  await expect(drawer).toContainText(person.email)
  await expect(drawer.getByRole('region', { name: 'Open positions' })).toBeVisible()
  await takePictures(page, 'user-bot-drawer')
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

test('the operator assigns another bot; the form keeps the choice and says why a bot does not fit', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto(`/admin/user-bots?search=${person.username}`)
  await page.getByRole('table', { name: 'User bots' }).locator('tbody tr').getByRole('button').click()
  await page.getByRole('button', { name: 'Assign bot' }).click()
  const form = page.getByRole('form', { name: 'Assign bot' })
  await form.getByRole('button', { name: 'Assign bot' }).click()
  await expect(form).toContainText('Choose a bot')
  await form.getByRole('combobox', { name: 'Bot' }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Assign bot' }).click()
  await expect(form.getByRole('combobox', { name: 'Bot' })).toHaveAttribute('aria-invalid', 'true')
})

test('a page after the last one says so and leads back', async ({ adminPage: page }) => {
  for (const list of ['user-bots', 'users', 'subscriptions', 'symbol-management']) {
    await page.goto(`/admin/${list}?page=9999`)
    await expect(page.getByText('There is no page 9,999')).toBeVisible()
    await page.getByRole('button', { name: 'Show the last page' }).click()
    await expect(page.locator('tbody tr').first()).toBeVisible()
  }
})

test('a user’s page shows subscription, payments, bot and credentials, ends sessions and takes notes', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto(`/admin/users?search=${person.username}`)
  await page.getByRole('link', { name: person.username }).click()
  await expect(page.getByRole('heading', { name: person.username })).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Subscription')).toContainText('EMA Monthly')
  await expect(part('Payments')).toContainText('Success')
  await expect(part('Bots').getByRole('link')).toBeVisible()
  await expect(part('Broker credentials')).toContainText('Broker log-in')
  await expect(page.getByText('A12345678')).toHaveCount(0)
  await part("Operators' notes").getByRole('button', { name: 'Add note' }).click()
  await expect(part("Operators' notes")).toContainText('Write a note')
  await part("Operators' notes").getByLabel('New note').fill('Asked how to start a bot.\nExplained it.')
  await part("Operators' notes").getByRole('button', { name: 'Add note' }).click()
  await expect(part("Operators' notes").locator('[data-note]')).toContainText('admin@')
  await takePictures(page, 'user-page')
  await part('Sessions')
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(toast(page, 'signed out on that device')).toBeVisible()
  await expect(part('Sessions')).toContainText('Not signed in anywhere.')
})

test('one search finds users, bots, orders and payments, and every hit is a link', async ({
  adminPage: page,
  person,
  request,
}) => {
  await makeRunning(request, person)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('searchbox')
  await field.fill('q')
  await expect(dialog).toContainText('at least two characters')
  await field.fill(person.email)
  await expect(dialog.getByRole('list', { name: 'Payments' })).toContainText('EMA Monthly')
  await takePictures(page, 'search')
  await field.press('ArrowDown')
  await expect(dialog.getByRole('list', { name: 'Users' }).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/users/${person.user.id}`)
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field.fill('zz no such thing')
  await expect(dialog).toContainText('Nothing found.')
})

test('axe finds no violations on the bots of users, a user’s page and the search', async ({ adminPage: page }) => {
  test.setTimeout(60_000)
  await page.goto('/admin/user-bots')
  const row = page.getByRole('table', { name: 'User bots' }).locator('tbody tr').first()
  await row.waitFor()
  await expectNoViolations(page, 'admin/user-bots')
  await row.getByRole('button').click()
  await page.getByRole('dialog', { name: 'User bot' }).getByRole('heading', { name: 'Orders today' }).waitFor()
  await expectNoViolations(page, 'admin/user-bots, drawer')
  await page.goto('/admin/users?search=demo')
  await page.getByRole('link', { name: 'demo', exact: true }).click()
  await page.getByRole('region', { name: 'Sessions' }).waitFor()
  await expectNoViolations(page, 'a user’s page')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: /^Search users/ }).fill('demo')
  await page.getByRole('list', { name: 'Users', exact: true }).waitFor()
  await expectNoViolations(page, 'search')
})
