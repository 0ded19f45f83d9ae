import { authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { listSettings, updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../testing/answers.ts'
import { button, expectSaid, fill } from '../testing/controls.ts'
import { signInAs, visit } from '../testing/open-app.tsx'

const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })

test('a call that needs recent authentication asks for the password and is then repeated; closing the dialog says why nothing happened', async () => {
  signInAs('admin')
  const why = 'Confirm that it is you to do this.'
  refuse(updateSetting, 403, { error: why, code: 'RECENT_AUTH_REQUIRED' })
  await visit('/admin/settings')
  const form = page.getByRole('form', { name: 'Sender of mails' })
  await fill({ 'Sender of mails': 'Trading desk' }, form)
  await button('Save', form).click()
  await expectSaid(button('Cancel', dialog), why)
  expect(sentTo(updateSetting)).toHaveLength(1)
  await button('Save', form).click()
  refuse(authenticateAgain, 400, { password: ['Your current password is not right.'] })
  await fill({ 'Your password': 'Wrong1234' }, dialog)
  await button('Confirm', dialog).click()
  await expect.element(dialog).toHaveTextContent('Your current password is not right.')
  expect(sentTo(updateSetting)).toHaveLength(2)
  answer(authenticateAgain, null)
  answer(updateSetting, recorded(listSettings).find(({ id }) => id === 'mail.from_name')!)
  await expectSaid(button('Confirm', dialog), 'Saved')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentTo(updateSetting).at(-1)?.body).toEqual({ value: 'Trading desk' })
  expect(sentTo(updateSetting)).toHaveLength(3)
})
