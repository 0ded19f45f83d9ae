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
  const at = { severity: 'warning', line: 2, end_column: null } as const
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
