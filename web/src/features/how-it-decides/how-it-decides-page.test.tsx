import {
  acceptSheet,
  findSheet,
  printSheet,
  readSheet,
  type StrategySheet,
} from '@trading-bot/contract/rest/trading/sheets'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, refuse, sentTo } from '../../testing/answers.ts'
import { button, expectTexts } from '../../testing/controls.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { planNamed, SHEET } from '../../testing/plans.ts'

const NEW = { ...SHEET, accepted_at: null }
const accept = button('Accept version 1')
const section = (name: string) => page.getByRole('region', { name, exact: true })

function show(change: Partial<StrategySheet> = {}): void {
  const sections = [
    { heading: 'How it decides', lines: [{ label: null, text: 'Buys above the EMA.' }] },
    { heading: 'Orders', lines: [{ label: 'Types', text: 'LIMIT' }] },
  ]
  answer(findSheet, NEW)
  answer(readSheet, { ...NEW, sections, program: null, ...change })
}

test('a plan’s card leads to how its bot decides; the version is accepted there and saved as a PDF', async () => {
  signInAs('trader')
  show()
  const downloads = catchDownloads()
  given(printSheet, () => ({ status: 200, body: '%PDF' }))
  await visit('/pricing')
  const card = page.getByRole('article', { name: 'RSI Monthly', exact: true })
  await card.getByRole('link', { name: 'How it decides' }).click()
  await expectPath(`/how-it-decides/plan/${planNamed('RSI Monthly').id}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'How EMA Bot decides' })).toBeVisible()
  expect(sentTo(findSheet)[0]?.query.get('bot_plan_id')).toBe(planNamed('RSI Monthly').id)
  await expectTexts(section('How it decides'), 'Buys above the EMA.')
  await expectTexts(section('Orders'), 'TypesLIMIT')
  await button('Save as PDF').click()
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['how-EMA-Bot-v1-decides.pdf'])
  answer(acceptSheet, () => {
    show({ accepted_at: SHEET.accepted_at })
    return SHEET
  })
  await accept.click()
  await expect.element(toast('You accepted how EMA Bot, version 1, decides.')).toBeVisible()
  await expect.element(page.getByText('Accepted on 18 Nov 2026')).toBeVisible()
  expect(accept.elements()).toEqual([])
  expect(sentTo(acceptSheet)).toMatchObject([{ params: { logic_hash: SHEET.logic_hash } }])
})

test('a program is printed where it is the rule; one that is not disclosed yet cannot be accepted', async () => {
  signInAs('trader')
  show({ program: 'def initialize(context):\n    pass' })
  await visit(`/how-it-decides/sheet/${SHEET.logic_hash}`)
  await expectTexts(section('Program'), 'def initialize(context):')
  await expect.element(accept).toBeVisible()
  show({ disclosure: 'undecided' })
  await visit('/how-it-decides/type/custom_strategy')
  await expect.element(button('Save as PDF')).toBeVisible()
  expect([accept.elements(), section('Program').elements()]).toEqual([[], []])
})

test('a regular plan’s page chooses the type; what is not sold has no sheet', async () => {
  signInAs('trader')
  show()
  await visit('/how-it-decides/type/ema_strategy')
  await page.getByLabelText('Bot type').selectOptions('rsi_strategy')
  await expectPath('/how-it-decides/type/rsi_strategy')
  expect(sentTo(findSheet).map(({ query }) => query.get('bot_type'))).toEqual(['ema_strategy', 'rsi_strategy'])
  refuse(findSheet, 404, { error: 'Not found.' })
  await visit(`/how-it-decides/plan/${planNamed('EMA Monthly').id}`)
  await expect.element(page.getByText('No sheet here')).toBeVisible()
})
