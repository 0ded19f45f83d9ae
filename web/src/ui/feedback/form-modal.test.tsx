import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../testing/answers.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const create = page.getByRole('button', { name: 'Create Plan' }).first()
const dialog = page.getByRole('dialog', { name: 'Create Bot Subscription Plan' })
const asked = page.getByRole('dialog', { name: 'Discard what you typed?' })

test('a dialog with typed fields asks before Escape or its cross discard them', async () => {
  signInAs('admin')
  answer(listSymbols, [])
  await visit('/admin/pricing')
  await create.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await create.click()
  const name = dialog.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Half a plan')
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Half a plan')
  await dialog.css('header button').first().click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
