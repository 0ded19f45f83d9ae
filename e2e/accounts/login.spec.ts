import { loginPage } from '../pages/accounts/login-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { stored, storedKeys } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'

test('AU-04 AU-06 R-08 SE-05 a wrong password is refused; a trader lands on /dashboard, an admin on /admin', async ({
  page,
  person,
}) => {
  const login = loginPage(page)
  await login.open()
  await login.signIn(person.username, 'Wrong1234')
  await expect(login.failure).toHaveText('Invalid username or password.')
  expect(await storedKeys(page)).toEqual([])
  await login.rememberMe.check()
  await login.signIn(person.email, person.password)
  await expect(page).toHaveURL('/dashboard')
  expect(await storedKeys(page)).toEqual(['access_token', 'refresh_token', 'user', 'remember_me'])
  expect(JSON.parse((await stored(page, 'user'))!)).toMatchObject({ username: person.username, is_admin: false })
  await shell(page).logout.click()
  await page.getByRole('button', { name: 'Use the sign-in of admin' }).click()
  await login.submit.click()
  await expect(page).toHaveURL('/admin')
})
