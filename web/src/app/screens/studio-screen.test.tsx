import { listBotCode, readBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import {
  listBotTests,
  readAuthorLibraries,
  readBotDraft,
  readScript,
  saveBotDraft,
} from '@trading-bot/contract/rest/trading/bot-studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse } from '../../testing/answers.ts'
import { button, expectTexts } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const code = page.css('.cm-content')
const state = page.getByRole('status', { name: 'Draft state' })

async function openStudio() {
  await visit(`/admin/studio/${recorded(listBotCode)[0]!.id}`)
  await code.click()
  await userEvent.keyboard('{Control>}a{/Control}')
}

beforeEach(() => {
  signInAs('admin')
  answer(readBotCode, recorded(listBotCode)[0]!)
  answer(readBotDraft, { draft: null })
  answer(saveBotDraft, { saved_at: '2026-11-17T18:55:00.000Z' })
  answer(listBotTests, [])
  answer(readScript, { problems: [] })
  answer(readAuthorLibraries, { kind: 'installing', percent: 40 })
})

test('the editor completes, explains and finds problems while one types', async () => {
  const at = { file: null, severity: 'warning', line: 2, end_column: null } as const
  answer(readScript, {
    problems: [
      { ...at, text: "bar has no 'clse'", column: 11 },
      { ...at, text: "'limt' is not defined", column: 18 },
    ],
  })
  await openStudio()
  await userEvent.keyboard('def on_bar(bot, bar):{Enter}if bar.clse > limt:{Enter}bot.')
  const suggestion = (name: string) => page.css('.cm-tooltip-autocomplete li').filter({ hasText: name }).first()
  await expect.element(suggestion('position')).toBeVisible()
  await userEvent.keyboard('bu')
  await expect.element(page.css('.cm-completionInfo')).toHaveTextContent('Enter long')
  await suggestion('buy').click()
  await userEvent.keyboard('()')
  await expect.element(code).toHaveTextContent('bot.buy()')
  // Over the middle of `buy`, the twelfth to fourteenth character of its line.
  await page
    .css('.cm-line')
    .filter({ hasText: 'bot.buy()' })
    .hover({ position: { x: 112, y: 8 } })
  await expect.element(page.css('.cm-script-help')).toHaveTextContent('Enter long (a short is closed first).')
  await expect.element(page.css('[data-problems="2"]')).toBeVisible()
  await page.css('.cm-lint-marker').hover()
  await expectTexts(page.css('.cm-tooltip-lint'), "bar has no 'clse'", "'limt' is not defined")
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(page.css('.cm-search')).toBeVisible()
})

test('leaving is asked about only while neither browser nor server could keep what was typed', async () => {
  refuse(saveBotDraft, 500)
  const { setItem } = Storage.prototype
  const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function keep(this: Storage, key, value) {
    if (key.startsWith('bot_draft')) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  await openStudio()
  await userEvent.keyboard('# kept nowhere')
  await expect.element(state).toHaveTextContent('not kept anywhere')
  await page.getByRole('link', { name: 'Bot Code Management' }).first().click()
  const asked = page.getByRole('dialog', { name: 'Leave without your changes?' })
  await button('Keep as it is', asked).click()
  await expect.element(code).toHaveTextContent('# kept nowhere')
  store.mockRestore()
})

test('the libraries for authors show how far they are, and their versions once they are there', async () => {
  await visit(`/admin/studio/${recorded(listBotCode)[0]!.id}`)
  const line = page.getByRole('status', { name: 'Libraries for authors' })
  await expect.element(line).toHaveTextContent('Libraries for authors: installing, 40 %')
  const packages = [
    { name: 'numpy', version: '2.3.5' },
    { name: 'six', version: '1.17.0' },
  ]
  answer(readAuthorLibraries, { kind: 'ready', id: 'py311-f7c4ac749011', packages })
  await expect.element(line).toHaveTextContent('Libraries: numpy 2.3.5 (py311-f7c4ac749011)')
})

test('a bot is split into files: added, written, renamed, made the entry point and deleted; a bad name says why', async () => {
  const kept: unknown[] = []
  answer(saveBotDraft, ({ body }) => {
    kept.push(body)
    return { saved_at: '2026-11-17T18:55:00.000Z' }
  })
  await visit(`/admin/studio/${recorded(listBotCode)[0]!.id}`)
  const tree = page.getByRole('navigation', { name: 'Files' })
  const nameDialog = page.getByRole('dialog', { name: 'Add file' })
  const fileName = page.getByRole('textbox', { name: 'File name' })
  const text = (name: string) => page.getByRole('textbox', { name: `Python code of ${name}` })

  await button('Add file', tree).click()
  await fileName.fill('json.py')
  await expect.element(nameDialog).toHaveTextContent('would hide the module json')
  await fileName.fill('indicators')
  await button('Add file', nameDialog).click()
  await text('indicators.py').click()
  await userEvent.keyboard('LENGTH = 20')
  await expect
    .poll(() => kept.at(-1))
    .toMatchObject({
      files: { entry: 'bot.py', others: [{ name: 'indicators.py', code: 'LENGTH = 20' }] },
    })

  await button('bot.py Entry point', tree).click()
  await expect.element(page.getByRole('textbox', { name: 'Python code', exact: true })).toBeVisible()
  await button('Actions for indicators.py', tree).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await fileName.fill('averages.py')
  await button('Rename', page.getByRole('dialog', { name: 'Rename indicators.py' })).click()
  await expect.element(text('averages.py')).toHaveTextContent('LENGTH = 20')

  await button('Actions for averages.py', tree).click()
  await page.getByRole('menuitem', { name: 'Make it the entry point' }).click()
  await expect.element(button('averages.py Entry point', tree)).toBeVisible()
  await button('Actions for bot.py', tree).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button('Delete file', page.getByRole('dialog', { name: 'Delete bot.py?' })).click()
  await expect.element(code).toHaveTextContent('LENGTH = 20')
  await expect.poll(() => kept.at(-1)).toMatchObject({ code: 'LENGTH = 20', files: null })
})

test('a draft of several files comes back file by file, with the problems of each', async () => {
  const others = [{ name: 'rules.py', code: 'limit + 1' }]
  answer(readBotDraft, {
    draft: {
      code: 'import rules',
      files: { entry: 'bot.py', others },
      form: {},
      base_version: 1,
      saved_at: '2026-11-17T18:55:00.000Z',
    },
  })
  const at = { severity: 'warning', line: 1, column: 0, end_column: 5 } as const
  answer(readScript, { problems: [{ ...at, file: 'rules.py', text: "'limit' is not defined" }] })
  await visit(`/admin/studio/${recorded(listBotCode)[0]!.id}`)
  const tree = page.getByRole('navigation', { name: 'Files' })
  await expect.element(code).toHaveTextContent('import rules')
  await expect.element(tree.getByLabelText('1 problem')).toBeVisible()
  await expect.element(page.css('[data-problems="0"]')).toBeVisible()
  await button('rules.py', tree).click()
  await expect.element(code).toHaveTextContent('limit + 1')
  await expect.element(page.css('[data-problems="1"]')).toBeVisible()
})
