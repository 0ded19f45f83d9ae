import { flattenAccount } from '@trading-bot/contract/rest/accounts/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, sentTo } from '../../testing/answers.ts'
import { button, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

test('an administrator flattens an account with a reason, and types the password when the sign-in is old', async () => {
  signInAs('admin')
  refuse(flattenAccount, 403, { error: 'Type your password again to do this.', code: 'PASSWORD_FOR_ADMIN' })
  await visit('/admin/users')
  await rowsOf('Users').filter({ hasText: 'demo' }).getByRole('button').first().click()
  const form = page.getByRole('form', { name: 'Flatten account' })
  const flatten = button('Flatten', form)
  await flatten.click()
  await expect.element(form).toHaveTextContent('Say why: the user reads it')
  expect(sentTo(flattenAccount)).toEqual([])
  await form.getByLabelText('Reason to flatten').fill('Asked for by phone')
  await flatten.click()
  await form.getByLabelText('Your password').fill('Admin@1234')
  answer(flattenAccount, { message: '1 bot stopped.', stopped_bots: 1, open_positions: 0 })
  await flatten.click()
  await expect.element(toast('1 bot stopped.')).toBeVisible()
  expect(sentTo(flattenAccount).at(-1)?.body).toEqual({ reason: 'Asked for by phone', password: 'Admin@1234' })
})
