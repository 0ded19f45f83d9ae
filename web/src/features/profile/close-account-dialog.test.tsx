import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../testing/answers.ts'
import { button } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

test.for([
  ['an account with open positions', 409, { error: 'Close your positions first: 2 are open.' }],
  ['a wrong password', 400, { password: ['Your current password is not right.'] }],
] as const)('%s: the account is not closed and the dialog says why', async ([, status, body]) => {
  signInAs('trader')
  refuse(closeAccount, status, body)
  await visit('/profile')
  await button('Close account').click()
  const form = page.getByRole('form', { name: 'Close account' })
  await form.getByLabelText('Current password').fill('Wrong1234')
  await form.getByLabelText('Type CLOSE to confirm').fill('CLOSE')
  await button('Close account', form).click()
  await expect.element(form).toHaveTextContent(Object.values(body).flat()[0]!)
})
