import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../testing/answers.ts'
import { button, fill } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

test('an account that cannot be closed stays open, and the dialog says why', async () => {
  signInAs('trader')
  await visit('/profile')
  await button('Close account').click()
  const form = page.getByRole('form', { name: 'Close account' })
  await fill({ 'Current password': 'Wrong1234', 'Type CLOSE to confirm': 'CLOSE' }, form)
  refuse(closeAccount, 409, { error: 'Close your positions first: 2 are open.' })
  await button('Close account', form).click()
  await expect.element(form).toHaveTextContent('Close your positions first: 2 are open.')
  refuse(closeAccount, 400, { password: ['Your current password is not right.'] })
  await button('Close account', form).click()
  await expect.element(form).toHaveTextContent('Your current password is not right.')
})
