import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../testing/answers.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

test('a dialog with typed fields asks before Escape or its cross discard them', async () => {
  signInAs('admin')
  answer(listSymbols, [])
  await visit('/admin/pricing')
  const create = page.getByRole('button', { name: 'Create Plan' }).first()
  const dialog = page.getByRole('dialog', { name: 'Create Bot Subscription Plan' })
  await create.click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await create.click()
  const name = dialog.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Half a plan')
  await userEvent.keyboard('{Escape}')
  const asked = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect.element(asked).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Half a plan')
  await dialog.css('header button').click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a page with changed fields asks before it is left, and not after they are set back', async () => {
  signInAs('admin')
  await visit('/admin/bot-config')
  const period = page.getByRole('textbox', { name: 'EMA Period' })
  await expect.element(period).toBeVisible()
  const before = (period.element() as HTMLInputElement).value
  const away = page.getByRole('link', { name: 'System Logs' })
  await period.fill('77')
  await away.click()
  const asked = page.getByRole('dialog', { name: 'Leave without your changes?' })
  await asked.getByRole('button', { name: 'Keep as it is' }).click()
  await expect.element(period).toHaveValue('77')
  await period.fill(before)
  await away.click()
  await expectPath('/admin/logs')
})
