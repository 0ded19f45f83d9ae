import * as complaints from '@trading-bot/contract/rest/operations/complaints'
import { exportEvidence, readCompliance, type Rule } from '@trading-bot/contract/rest/operations/compliance'
import * as drills from '@trading-bot/contract/rest/trading/kill-switch-drills'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectTexts, fill, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const RULE: Rule = {
  key: 'kill-switch',
  title: 'The kill switch is tried every month',
  source: 'SEBI',
  source_day: '2025-08-20',
  state: 'not-met',
  evidence: 'It was never tried.',
  evidence_at: null,
  path: '/admin/compliance?tab=drills',
}
const DRILL: drills.Drill = {
  id: '0190b5a0-0000-7000-8000-000000000031',
  run_by: 'admin@example.in',
  run_at: '2026-11-19T11:00:00.000Z',
  bots_before: 3,
  bots_during: 0,
  bots_after: 3,
  effective_ms: 12,
  note: 'November',
  is_passed: true,
}
const COMPLAINT: complaints.Complaint = {
  id: '0190b5a0-0000-7000-8000-000000000032',
  number: 7,
  user_id: '0190b5a0-0000-7000-8000-000000000033',
  name: 'Asha Rao',
  contact: 'asha@example.in',
  channel: 'platform',
  category: 'orders',
  text: 'An order was rejected.',
  received_at: '2026-10-01T06:00:00.000Z',
  due_at: '2026-10-31T06:00:00.000Z',
  answer: null,
  answered_at: null,
  answered_by: null,
  is_overdue: true,
}
const MODES = { hosting: 'own-logic', performance: 'off', paper_prices: 'delayed' } as const

beforeEach(() => signInAs('admin'))

test('each rule says whether it is kept and leads to where it is dealt with; a drill there is recorded', async () => {
  answer(readCompliance, { ...MODES, rules: [RULE, { ...RULE, key: 'rate', state: 'met', path: null }] })
  answer(drills.listDrills, [])
  await visit('/admin/compliance')
  await expect.element(page.getByText('Of 2 rules: 1 not kept.')).toBeVisible()
  await expectTexts(rowsOf('Rules').first(), 'SEBI, 20 Aug 2025', 'Not kept', 'It was never tried.')
  await rowsOf('Rules').first().getByRole('link', { name: 'Where to deal with it' }).click()
  await expect.element(page.getByText('No drill yet')).toBeVisible()
  answer(drills.runDrill, () => {
    answer(drills.listDrills, [DRILL])
    return DRILL
  })
  await button('Run a drill').click()
  await fill({ Note: 'November' })
  await button('Set and lift the switch').click()
  await expect.element(toast('The kill switch works: nobody could enter while it stood.')).toBeVisible()
  expect(sentTo(drills.runDrill)).toMatchObject([{ body: { note: 'November', during_session: false } }])
  await expectTexts(rowsOf('Drills').first(), 'Passed', 'admin@example.in', '12 ms')
})

test('a drill that somebody could enter through is told as failed', async () => {
  answer(drills.listDrills, [{ ...DRILL, bots_during: 2, is_passed: false }])
  answer(drills.runDrill, { ...DRILL, bots_during: 2, is_passed: false })
  await visit('/admin/compliance?tab=drills')
  await expectTexts(rowsOf('Drills').first(), 'Failed')
  await button('Run a drill').click()
  await button('Set and lift the switch').click()
  await expect.element(toast('The drill failed: 2 bots could enter while it stood.')).toBeVisible()
})

test('every kind of evidence is one file', async () => {
  answer(exportEvidence, new Uint8Array([0xef, 0xbb, 0xbf]))
  await visit('/admin/compliance?tab=exports')
  for (const title of ['Rules', 'Kill switch drills', 'Complaints', 'Consents', 'Accepted sheets', 'Addresses'])
    await expect.element(button(`Download ${title}`)).toBeVisible()
  await button('Download Empanelments and approvals').click()
  await expect.poll(() => sentTo(exportEvidence)).toMatchObject([{ params: { name: 'documents' } }])
})

test('a complaint is opened and answered; what came by letter is entered', async () => {
  answer(complaints.listComplaints, { count: 1, open: 1, overdue: 1, results: [COMPLAINT] })
  await visit('/admin/compliance?tab=complaints')
  await expectTexts(rowsOf('Complaints').first(), 'No. 7', 'Asha Rao', 'Orders and trades', 'Overdue since 31 Oct 2026')
  answer(complaints.answerComplaint, { message: 'Complaint no. 7 is answered by mail.', complaint: COMPLAINT })
  await rowsOf('Complaints').first().getByRole('button', { name: 'No. 7' }).click()
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(dialog.getByText('Write the answer')).toBeVisible()
  await fill({ Answer: 'We are sorry.' })
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await expect.element(toast('Complaint no. 7 is answered by mail.')).toBeVisible()
  expect(sentTo(complaints.answerComplaint)).toMatchObject([{ body: { answer: 'We are sorry.' } }])
  answer(complaints.recordComplaint, { ...COMPLAINT, number: 8 })
  await button('Enter a complaint').click()
  await fill({ From: 'Ravi' })
  await fill({ 'How to reach them': 'Pune' })
  await fill({ Complaint: 'A refund is missing.' })
  await button('Enter in the register').click()
  await expect.element(toast('It is complaint no. 8.')).toBeVisible()
  expect(sentTo(complaints.recordComplaint)).toMatchObject([
    { body: { name: 'Ravi', contact: 'Pune', channel: 'mail' } },
  ])
})
