// What an author sees of a run beside the editor: plots, rows around an error, prints, and how wide all of it is.
import { type BotCode, listBotCode, readBotCode, testBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import {
  listBotTests,
  readAuthorLibraries,
  readBotDraft,
  readScript,
} from '@trading-bot/contract/rest/trading/bot-studio'
import { type Candles, readCandles } from '@trading-bot/contract/rest/trading/candles'
import { listActiveStrategies } from '@trading-bot/contract/rest/trading/admin-bots'
import { listOutput, readMarks } from '@trading-bot/contract/rest/trading/strategy-output'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded } from '../../testing/answers.ts'
import { button, expectTexts } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

let bot: BotCode
const AT = '2026-11-16T04:00:00.000Z'

beforeEach(() => {
  signInAs('admin')
  bot = recorded(listBotCode)[0]!
  localStorage.removeItem('studio_side_percent')
  answer(readBotCode, { ...bot, deployed_version: 1, symbol: 'SBIN-EQ', multiple_symbols: [] })
  answer(readBotDraft, { draft: null })
  answer(listBotTests, [])
  answer(readScript, { problems: [] })
  answer(readAuthorLibraries, { kind: 'installing', percent: 40 })
})

test('the tools are widened with the mouse or the arrow keys, and stay so in this browser', async () => {
  await visit(`/admin/studio/${bot.id}`)
  const handle = page.getByRole('separator', { name: 'Width of the tools' })
  const tools = page.getByRole('tablist', { name: 'Tools' })
  const widthOf = () => tools.element().getBoundingClientRect().width
  await expect.element(handle).toHaveAttribute('aria-valuenow', '47')
  const before = widthOf()
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(handle).toHaveAttribute('aria-valuenow', '51')
  await expect.poll(widthOf).toBeGreaterThan(before)
  await visit(`/admin/studio/${bot.id}`)
  await expect.element(handle).toHaveAttribute('aria-valuenow', '51')
  await userEvent.keyboard('{Tab}')
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(handle).toHaveAttribute('aria-valuenow', '75')

  const { x, y, width, height } = handle.element().getBoundingClientRect()
  const pointer = (type: string, clientX: number) =>
    handle
      .element()
      .dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: y + height / 2 }))
  handle.element().setPointerCapture = () => undefined
  pointer('pointerdown', x + width / 2)
  await expect.element(handle).toHaveAttribute('data-dragged', 'true')
  pointer('pointermove', x + 300)
  const percent = () => Number(handle.element().getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeLessThan(60)
  pointer('pointerup', x + 300)
  await expect.element(handle).toHaveAttribute('data-dragged', 'false')
  expect(percent()).toBeLessThan(60)
  await handle.dblClick()
  await expect.element(handle).toHaveAttribute('aria-valuenow', '47')
})

test('a failed test shows the rows around the bar, and a printed frame as one event with its columns', async () => {
  const print = (text: string) => ({ kind: 'print' as const, at: AT, line: 3, file: null, symbol: null, text })
  const cells = ['811.00', 'False']
  const rows = {
    symbol: 'SBIN-EQ',
    columns: ['close', 'enter_long'],
    rows: [
      { at_ms: Date.parse(AT), cells, is_marked: false },
      { at_ms: Date.parse(AT) + 60_000, cells, is_marked: true, note: 'as the newest bar' },
      { at_ms: Date.parse(AT) + 60_000, cells: ['811.00', 'True'], is_marked: true, note: 'with later bars' },
    ],
  }
  const check = {
    name: 'look_ahead',
    label: 'No look-ahead',
    passed: false,
    detail: 'enter_long of SBIN-EQ',
    rows,
  } as const
  answer(testBotCode, {
    success: false,
    output: '4 trades.\n\nOutput of the script:\n16 Nov 09:31         close\n              09:30  811.0\n',
    error: 'No look-ahead: enter_long of SBIN-EQ',
    line: null,
    file: null,
    missing_dependencies: [],
    installation_instructions: null,
    runs_as: 'python',
    sandbox: { kind: 'bubblewrap', sentence: '' },
    warnings: [],
    gate: { passed: false, checked_at: AT, checks: [check], data: null, environment: null, window: null },
    data: null,
    warning: null,
    events: [print('        close'), print('09:30   811.0'), { ...print('later'), at: '2026-11-16T04:01:00.000Z' }],
    events_total: 3,
  })
  await visit(`/admin/studio/${bot.id}`)
  await button('Full test with publish checks').click()
  const around = page.getByRole('region', { name: 'Rows around the bar' })
  await expectTexts(around, 'SBIN-EQ around this bar', '16 Nov, 09:31', 'as the newest bar', 'with later bars')
  expect(around.element().querySelectorAll('[data-marked="true"]')).toHaveLength(2)
  const events = page.getByRole('list', { name: 'Events' })
  expect(events.element().querySelectorAll('li')).toHaveLength(2)
  await expect.element(events).toHaveTextContent('09:30 811.0')
  const printed = page.getByLabelText('Output of the script')
  await expect.element(printed).toHaveTextContent('16 Nov 09:31 close')
  expect(getComputedStyle(printed.element()).whiteSpace).toBe('pre')
})

test('the Live tab draws what the strategy plots, tells the bar of a print and folds those of the warm-up', async () => {
  const said = (id: number, text: string, bar_at: string | null) => ({
    id,
    kind: 'print' as const,
    text,
    line: null,
    version: 1,
    bar_at,
    at: '2026-11-16T06:00:00.000Z',
  })
  answer(listActiveStrategies, { strategies: [] })
  answer(listOutput, ({ query }) => ({
    lines: query.has('after')
      ? []
      : [said(1, 'past one\npast two', null), said(2, 'past three', null), said(3, 'buys', AT)],
    has_more: false,
  }))
  answer(readCandles, {
    symbol: 'SBIN-EQ',
    interval: '1m',
    bars: [0, 1, 2].map((n): Candles['bars'][number] => [
      new Date(Date.parse(AT) + n * 60_000).toISOString(),
      810,
      812,
      809,
      811,
      100,
    ]),
    is_live: false,
    last_price: 811,
    unknown: [],
    source: 'simulated',
    prices: 'Simulated prices.',
    as_of: AT,
  })
  answer(readMarks, {
    version: 3,
    marks: {
      times_ms: [Date.parse(AT), Date.parse(AT) + 60_000],
      signals: [0, 1],
      series: [
        { name: 'EMA 9', pane: null, values: [810.5, 810.75] },
        { name: 'RSI', pane: null, values: [31, 45.5] },
      ],
    },
  })
  await visit(`/admin/studio/${bot.id}?tab=live`)
  const plotted = page.getByRole('list', { name: 'Plotted by the script' })
  await expectTexts(plotted, 'EMA 9', '810.75', 'RSI', '45.50')
  await expect.element(page.getByRole('region', { name: 'Decisions and plots' })).toHaveTextContent('Version 3.')
  // One of them has its own pane, which makes the chart higher.
  await expect.element(page.css('[data-below="1"]')).toBeVisible()
  const lines = page.getByRole('log', { name: 'Lines' })
  await expect.element(lines).toHaveTextContent('09:30:00')
  await expect.element(lines.getByText('past three')).not.toBeVisible()
  await lines.getByText('3 lines while warming up').click()
  await expect.element(lines.getByText('past three')).toBeVisible()
})
