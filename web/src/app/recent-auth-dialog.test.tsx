import { authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { listSettings, updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../testing/answers.ts'
import { button } from '../testing/controls.ts'
import { signInAs, toast, visit } from '../testing/open-app.tsx'

const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })

/** As ten minutes after signing in. */
async function saveLate() {
  refuse(updateSetting, 403, { error: 'Confirm that it is you to do this.', code: 'RECENT_AUTH_REQUIRED' })
  await visit('/admin/settings')
  const form = page.getByRole('form', { name: 'Sender of mails' })
  await form.getByLabelText('Sender of mails').fill('Trading desk')
  await button('Save', form).click()
}

beforeEach(() => signInAs('admin'))

test('a call that needs recent authentication asks for the password and is then repeated', async () => {
  await saveLate()
  refuse(authenticateAgain, 400, { password: ['Your current password is not right.'] })
  await dialog.getByLabelText('Your password').fill('Wrong1234')
  await button('Confirm', dialog).click()
  await expect.element(dialog).toHaveTextContent('Your current password is not right.')
  expect(sentTo(updateSetting)).toHaveLength(1)
  answer(authenticateAgain, null)
  answer(updateSetting, recorded(listSettings).find(({ id }) => id === 'mail.from_name')!)
  await button('Confirm', dialog).click()
  await expect.element(toast('Saved')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentTo(updateSetting).map(({ body }) => body)).toEqual([{ value: 'Trading desk' }, { value: 'Trading desk' }])
})

test('closing the dialog leaves everything as it was, and says why', async () => {
  await saveLate()
  await button('Cancel', dialog).click()
  await expect.element(toast('Confirm that it is you to do this.')).toBeVisible()
  expect(sentTo(updateSetting)).toHaveLength(1)
})
