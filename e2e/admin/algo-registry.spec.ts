import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { createBotCode, deleteBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { sendAs } from '../fixtures/money.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { algoRegistryPage } from '../pages/admin/algo-registry-page.ts'
import { shell } from '../pages/platform/shell.ts'

const VERIFIER = path.resolve(import.meta.dirname, '../../product/verify-export.mjs')

test('an administrator registers a version, downloads its sheet and a sealed export, and suspends it', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const stamp = Date.now()
  const name = `Algo ${stamp}`
  const version = `${name} v1`
  const config = { name, bot_type: 'custom_strategy', symbol: 'SBIN-EQ', token: '3045' } as const
  const bot = await sendAs(request, admin, createBotCode, { code: `print(${stamp})\n`, config })
  const registry = algoRegistryPage(page)
  await page.goto('/admin/bots')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Algo registry' }).click()
  await expect(registry.heading).toBeVisible()
  await expect(registry.row(version)).toContainText('Not registered')
  const key = await registry.fingerprint.innerText()

  const sheet = page.waitForEvent('download')
  await registry.sheet(version).click()
  expect((await sheet).suggestedFilename()).toMatch(/^white-box-[0-9a-f]{12}\.pdf$/)

  await registry.register(version).click()
  await registry.kind.click()
  await page.getByRole('option', { name: /^Black box/ }).click()
  await registry.submit.click()
  await expect(registry.dialog).toContainText('A black-box algo needs a Research Analyst’s certificate')
  await registry.certificate.fill('INH000001234')
  await registry.reportDay.fill('2026-11-03')
  await registry.algoId.fill(`E2E-${stamp}`)
  await registry.submit.click()
  await expect(toast(page, `Algo E2E-${stamp} is registered.`)).toBeVisible()
  await expect(registry.row(version)).toContainText('Registered')

  await registry.manage(version).click()
  const download = page.waitForEvent('download')
  await registry.action('Download export').click()
  const verdict = execFileSync(process.execPath, [VERIFIER, await (await download).path(), '--key', key]).toString()
  expect(verdict).toMatch(/^Genuine: /)
  expect(verdict).toContain(`algo_id: E2E-${stamp}`)
  await expect(registry.history).toBeVisible()
  await registry.action('Suspend').click()
  await expect(registry.dialog).toContainText('No live bot uses this algo now. Open positions are still closed.')
  await registry.action('Suspend now').click()
  await expect(toast(page, 'The algo is suspended.')).toBeVisible()
  await expect(registry.action('Mark as registered')).toBeVisible()
  await sendAs(request, admin, deleteBotCode, { id: bot.id })
})
