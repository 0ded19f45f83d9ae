import * as api from '@trading-bot/contract/rest/trading/symbols'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectSaid, expectStats, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const rows = rowsOf('Trading symbols')
const send = button('Upload', dialog)
const text = dialog.getByRole('textbox', { name: 'JSON data' })
const TOTALS = { total: 50, active: 49, matching: 50 }
const NAME = 'ADANIENT-EQ'
const active = page.getByRole('switch', { name: `${NAME} is active` })
const COUNTS = { rows: 3, added: 2, changed: 0, unchanged: 0, skipped: 0, refused: 1 }
const REPORT: api.SymbolReport = {
  message: 'Symbols uploaded successfully!',
  format: 'list',
  ...COUNTS,
  token_changes: [],
  refusals: [{ row: 3, symbol: 'TWIN-EQ', reason: 'token 25 stands in row 1 already' }],
}

const chooseFile = (name: string, content = '[]') =>
  userEvent.upload(dialog.css('input[type=file]'), new File([content], name, { type: 'application/json' }))

beforeEach(() => signInAs('admin'))

test('AY-01 AY-02 a file or pasted text is sent only if it is JSON; its report shows what was refused, a long upload can be cancelled', async () => {
  await visit('/admin/symbol-management')
  await expectStats({ 'Total Symbols': '50' })
  await button('Upload Symbols').click()
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please select a JSON file')
  await chooseFile('symbols.csv')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please select a JSON file')
  answer(api.uploadSymbols, REPORT, { held: new Promise(() => undefined) })
  await chooseFile('symbols.json', '{"symbol":')
  await send.click()
  await expect.element(dialog.getByText(/^(Uploading|Reading the symbols) …$/)).toBeVisible()
  await expect.element(dialog.getByRole('progressbar', { name: 'Upload' })).toBeInTheDocument()
  await button('Cancel upload', dialog).click()
  await expect.element(send).toBeEnabled()
  await expect.element(toast('Failed to upload symbols')).not.toBeInTheDocument()
  refuse(api.uploadSymbols, 400, { error: 'This is not JSON.' })
  await expectSaid(send, 'Failed to upload symbols')
  await expect.element(dialog).toHaveTextContent('This is not JSON.')
  answer(api.uploadSymbols, REPORT)
  await expectSaid(send, REPORT.message)
  await expect.element(dialog).toHaveTextContent(/Added2.*token 25 stands in row 1 already/)
  await userEvent.keyboard('{Escape}')
  await button('Upload Symbols').click()
  await dialog.getByRole('tab', { name: 'Paste JSON' }).click()
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please enter JSON data')
  await text.fill('[{"symbol": "A"')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Invalid JSON format. Please check your JSON data.')
  answer(api.pasteSymbols, { ...REPORT, added: 1 })
  await text.fill('[{"symbol":"A-EQ"}]')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Added1')
  expect(sentTo(api.pasteSymbols).map(({ body }) => body)).toEqual([{ json_data: '[{"symbol":"A-EQ"}]' }])
})

test('AY-01 a symbol is searched, switched and deleted; one in use says why it stays, each failure shows its text', async () => {
  let list = recorded(api.listAdminSymbols)
  answer(api.listAdminSymbols, ({ query }) => list.filter(({ symbol }) => symbol.includes(query.get('search') ?? '')), {
    totals: TOTALS,
  })
  const [first] = list
  refuse(api.switchSymbol, 500)
  refuse(api.deleteSymbol, 500)
  await visit('/admin/symbol-management')
  await button('Page 2').click()
  await expect.poll(() => sentTo(api.listAdminSymbols).at(-1)?.query.get('page')).toBe('2')
  expect(window.location.search).toContain('page=2')
  await page.getByRole('searchbox', { name: 'Search' }).fill('ADANIENT')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(window.location.search).toContain('search=ADANIENT')
  await active.click({ force: true })
  await expect.element(toast('Failed to update symbol status')).toBeVisible()
  answer(api.switchSymbol, () => {
    list = list.map((each) => (each === first ? { ...each, is_active: false } : each))
    return { message: 'Symbol status updated successfully!', symbol: list[0]! }
  })
  await active.click({ force: true })
  await expect.element(toast('Symbol status updated successfully!')).toBeVisible()
  await expect.element(active).not.toBeChecked()
  await button(`Delete ${NAME}`).click()
  const confirm = button('Delete symbol', dialog)
  await expectSaid(confirm, 'Failed to delete symbol')
  refuse(api.deleteSymbol, 409, { error: 'Bots use it, so it cannot be deleted. Switch it off instead.' })
  await expectSaid(confirm, 'so it cannot be deleted. Switch it off instead')
  answer(api.deleteSymbol, () => {
    list = list.slice(1)
    return { message: 'Symbol deleted successfully!' }
  })
  await expectSaid(confirm, 'Symbol deleted successfully!')
  await expect.poll(() => rows.elements()).toHaveLength(0)
  refuse(api.listAdminSymbols, 500)
  await visit('/admin/symbol-management')
  await expect.element(toast('Failed to fetch symbols')).toBeVisible()
})

test('symbols are switched off together; a traded symbol’s token is confirmed by its name', async () => {
  const list = recorded(api.listAdminSymbols).map((each) => ({ ...each, running_bots: 2 }))
  answer(api.listAdminSymbols, list, { totals: TOTALS })
  await visit('/admin/symbol-management')
  await button(`Change the token of ${NAME}`).click()
  await dialog.getByRole('textbox', { name: 'New token' }).fill('3045999')
  await expect.element(button('Change token', dialog)).toBeDisabled()
  await dialog.getByRole('textbox', { name: `Type ${NAME} to confirm` }).fill(NAME)
  await expect.element(button('Change token', dialog)).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await button('Discard').click()
  await page.getByRole('checkbox', { name: `Choose ${NAME}` }).click()
  await button('Switch off').click()
  await expect.element(dialog).toHaveTextContent(`Running bots trade ${NAME} (2)`)
  await button('Keep as it is', dialog).click()
  await expect.element(active).toBeChecked()
})
