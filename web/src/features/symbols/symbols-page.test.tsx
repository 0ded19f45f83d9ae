import {
  deleteSymbol,
  listAdminSymbols,
  pasteSymbols,
  type SymbolReport,
  switchSymbol,
  uploadSymbols,
} from '@trading-bot/contract/rest/trading/symbols'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, rowsOf, stat } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const rows = rowsOf('Trading symbols')
const send = button('Upload', dialog)
const text = dialog.getByRole('textbox', { name: 'JSON data' })
const TOTALS = { total: 50, active: 49, matching: 50 }
const NAME = 'ADANIENT-EQ'
const active = page.getByRole('switch', { name: `${NAME} is active` })
const REPORT: SymbolReport = {
  message: 'Symbols uploaded successfully!',
  format: 'list',
  rows: 3,
  added: 2,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  refused: 1,
  refusals: [{ row: 3, symbol: 'TWIN-EQ', reason: 'token 25 stands in row 1 already' }],
  token_changes: [],
}

const chooseFile = (name: string, content = '[]') =>
  userEvent.upload(dialog.css('input[type=file]'), new File([content], name, { type: 'application/json' }))

beforeEach(() => signInAs('admin'))

test('AY-01 AY-02 a file is sent only if it is JSON, and its report shows what was refused', async () => {
  await visit('/admin/symbol-management')
  await expect.element(stat('Total Symbols')).toHaveTextContent('50')
  await button('Upload Symbols').click()
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please select a JSON file')
  await chooseFile('symbols.csv')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please select a JSON file')
  refuse(uploadSymbols, 400, { error: 'This is not JSON.' })
  await chooseFile('symbols.json', '{"symbol":')
  await send.click()
  await expect.element(toast('Failed to upload symbols')).toBeVisible()
  await expect.element(dialog).toHaveTextContent('This is not JSON.')
  answer(uploadSymbols, REPORT)
  await send.click()
  await expect.element(toast(REPORT.message)).toBeVisible()
  await expect.element(dialog).toHaveTextContent(/Added2.*token 25 stands in row 1 already/)
})

test('AY-01 pasted JSON is validated before it is sent', async () => {
  await visit('/admin/symbol-management')
  await button('Upload Symbols').click()
  await dialog.getByRole('tab', { name: 'Paste JSON' }).click()
  await send.click()
  await expect.element(dialog).toHaveTextContent('Please enter JSON data')
  await text.fill('[{"symbol": "A"')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Invalid JSON format. Please check your JSON data.')
  answer(pasteSymbols, { ...REPORT, added: 1 })
  await text.fill('[{"symbol":"A-EQ"}]')
  await send.click()
  await expect.element(dialog).toHaveTextContent('Added1')
  expect(sentTo(pasteSymbols).map(({ body }) => body)).toEqual([{ json_data: '[{"symbol":"A-EQ"}]' }])
})

test('AY-01 a symbol is searched, switched and deleted; one in use says why it stays', async () => {
  let list = recorded(listAdminSymbols)
  answer(listAdminSymbols, ({ query }) => list.filter(({ symbol }) => symbol.includes(query.get('search') ?? '')), {
    totals: TOTALS,
  })
  const [first] = list
  answer(switchSymbol, () => {
    list = list.map((each) => (each === first ? { ...each, is_active: false } : each))
    return { message: 'Symbol status updated successfully!', symbol: list[0]! }
  })
  await visit('/admin/symbol-management')
  await page.getByRole('searchbox', { name: 'Search' }).fill('ADANIENT')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(window.location.search).toContain('search=ADANIENT')
  await active.click({ force: true })
  await expect.element(toast('Symbol status updated successfully!')).toBeVisible()
  await expect.element(active).not.toBeChecked()
  refuse(deleteSymbol, 409, { error: 'Bots use it, so it cannot be deleted. Switch it off instead.' })
  await button(`Delete ${NAME}`).click()
  await button('Delete symbol', dialog).click()
  await expect.element(toast('so it cannot be deleted. Switch it off instead')).toBeVisible()
  answer(deleteSymbol, () => {
    list = list.slice(1)
    return { message: 'Symbol deleted successfully!' }
  })
  await button('Delete symbol', dialog).click()
  await expect.element(toast('Symbol deleted successfully!')).toBeVisible()
  await expect.poll(() => rows.elements()).toHaveLength(0)
})

test('AY-01 the list is paged', async () => {
  await visit('/admin/symbol-management')
  await expect.poll(() => rows.elements()).toHaveLength(20)
  await button('Page 2').click()
  await expect.poll(() => sentTo(listAdminSymbols).at(-1)?.query.get('page')).toBe('2')
  expect(window.location.search).toContain('page=2')
})

test('AY-01 each failure shows its text', async () => {
  refuse(switchSymbol, 500)
  refuse(deleteSymbol, 500)
  await visit('/admin/symbol-management')
  await expect.element(active).toBeInTheDocument()
  await active.click({ force: true })
  await expect.element(toast('Failed to update symbol status')).toBeVisible()
  await button(`Delete ${NAME}`).click()
  await button('Delete symbol', dialog).click()
  await expect.element(toast('Failed to delete symbol')).toBeVisible()
  refuse(listAdminSymbols, 500)
  await visit('/admin/symbol-management')
  await expect.element(toast('Failed to fetch symbols')).toBeVisible()
})

test('a long upload shows its progress and can be cancelled', async () => {
  answer(uploadSymbols, REPORT, { held: new Promise(() => undefined) })
  await visit('/admin/symbol-management')
  await button('Upload Symbols').click()
  await chooseFile('symbols.json')
  await send.click()
  await expect.element(dialog.getByText(/^(Uploading|Reading the symbols) …$/)).toBeVisible()
  await expect.element(dialog.getByRole('progressbar', { name: 'Upload' })).toBeInTheDocument()
  await button('Cancel upload', dialog).click()
  await expect.element(send).toBeEnabled()
  await expect.element(toast('Failed to upload symbols')).not.toBeInTheDocument()
})

test('symbols are switched off together; a traded symbol’s token is confirmed by its name', async () => {
  const list = recorded(listAdminSymbols).map((each) => ({ ...each, running_bots: 2 }))
  answer(listAdminSymbols, list, { totals: TOTALS })
  await visit('/admin/symbol-management')
  await button(`Change the token of ${NAME}`).click()
  await dialog.getByRole('textbox', { name: 'New token' }).fill('3045999')
  await expect.element(button('Change token', dialog)).toBeDisabled()
  await dialog.getByRole('textbox', { name: `Type ${NAME} to confirm` }).fill(NAME)
  await expect.element(button('Change token', dialog)).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('checkbox', { name: `Choose ${NAME}` }).click()
  await button('Switch off').click()
  await expect.element(dialog).toHaveTextContent(`Running bots trade ${NAME} (2)`)
  await button('Keep as it is', dialog).click()
  await expect.element(active).toBeChecked()
})
