import { SIMULATED_VARIANT } from '@trading-bot/contract/legal/variant'
import * as complaints from '@trading-bot/contract/rest/operations/complaints'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentTo } from '../../testing/answers.ts'
import { button, fill } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const COMPLAINT: complaints.OwnComplaint = {
  id: '0190b5a0-0000-7000-8000-000000000041',
  number: 7,
  category: 'orders',
  text: 'An order was rejected.',
  received_at: '2026-11-18T06:00:00.000Z',
  due_at: '2026-12-18T06:00:00.000Z',
  answer: null,
  answered_at: null,
}

beforeEach(() => {
  signInAs('trader')
  answer(complaints.listOwnComplaints, [])
  answer(readOperator, {
    name: 'Trading Bot',
    address: 'Mumbai',
    gstin: '',
    grievance_email: 'grievance@bot.example.in',
    legal: SIMULATED_VARIANT,
  })
})

test('a complaint is sent, listed with the day its answer is due, and later with its answer', async () => {
  await visit('/complaints')
  await expect.element(page.getByText('grievance@bot.example.in', { exact: false })).toBeVisible()
  await button('Send complaint').click()
  await expect.element(page.getByText('Say what happened', { exact: true })).toBeVisible()
  answer(complaints.fileComplaint, () => {
    answer(complaints.listOwnComplaints, [COMPLAINT])
    return COMPLAINT
  })
  await fill({ 'What happened': 'An order was rejected.' })
  await button('Send complaint').click()
  await expect.element(toast('It is complaint no. 7. We have confirmed it by mail.')).toBeVisible()
  expect(sentTo(complaints.fileComplaint)).toMatchObject([
    { body: { category: 'orders', text: 'An order was rejected.' } },
  ])
  const own = page.getByRole('article', { name: 'Complaint no. 7' })
  await expect.element(own.getByText('Answer by 18 Dec 2026')).toBeVisible()
})
