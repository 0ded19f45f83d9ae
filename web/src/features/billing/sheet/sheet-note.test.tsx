import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { createSubscription, downgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { acceptSheet, findSheet } from '@trading-bot/contract/rest/trading/sheets'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, sentTo } from '../../../testing/answers.ts'
import { button } from '../../../testing/controls.ts'
import { expectPath, toast, visit } from '../../../testing/open-app.tsx'
import { planNamed, SHEET, signInHolding, takePayments } from '../../../testing/plans.ts'

const note = page.getByTestId('sheet-note')
const pay = button(/^Pay ₹/)

/** The payment of a plan whose bot's sheet is in this state. */
async function open(change: Partial<typeof SHEET> = {}, plan = 'EMA Monthly') {
  signInHolding(null)
  takePayments(plan)
  answer(findSheet, { ...SHEET, accepted_at: null, ...change })
  answer(acceptSheet, SHEET)
  await visit('/subscription-flow/1', { selectedPlan: planNamed(plan) })
  await expect.element(pay).toBeVisible()
}

test('the pay button accepts the version that is named beside it, before anything is bought', async () => {
  await open()
  await expect.element(note).toHaveTextContent('With this button you accept how EMA Bot, version 1, decides.')
  const link = note.getByRole('link', { name: 'How it decides' })
  await expect.element(link).toHaveAttribute('href', `/how-it-decides/sheet/${SHEET.logic_hash}`)
  await pay.click()
  await button('OK').click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(acceptSheet)).toMatchObject([{ params: { logic_hash: SHEET.logic_hash } }])
  expect(sentTo(createSubscription)[0]?.body).not.toHaveProperty('accepted_sheet')
})

test('when a newer version came out meanwhile nothing is bought, and the newer one is named', async () => {
  await open()
  await expect.element(note).toBeVisible()
  const error =
    'This is not the sheet of a bot that you can buy or hold. A newer version may be on offer: open it again.'
  refuse(acceptSheet, 404, { error, code: 'SHEET_UNKNOWN' })
  answer(findSheet, { ...SHEET, version: 2, logic_hash: 'b'.repeat(64), accepted_at: null })
  await pay.click()
  await expect.element(toast(error)).toBeVisible()
  await expect.element(note).toHaveTextContent('With this button you accept how EMA Bot, version 2, decides.')
  expect([sentTo(createSubscription), sentTo(createOrder)]).toEqual([[], []])
})

test.for([
  ['an accepted version', {}, 'You have accepted how EMA Bot, version 1, decides.'],
  ['a program that is not disclosed yet', { accepted_at: null, disclosure: 'undecided' }, 'trades on paper until'],
] as const)('%s is not accepted again', async ([, change, text]) => {
  await open({ accepted_at: SHEET.accepted_at, ...change })
  await expect.element(note).toHaveTextContent(text)
  await pay.click()
  await button('OK').click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(acceptSheet)).toEqual([])
})

test('a plan is bought all the same while its sheet cannot be read: real money asks again', async () => {
  signInHolding(null)
  takePayments('EMA Monthly')
  refuse(findSheet, 500)
  await visit('/subscription-flow/1', { selectedPlan: planNamed('EMA Monthly') })
  await pay.click()
  await button('OK').click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(acceptSheet)).toEqual([])
})

test('a downgrade accepts the cheaper plan’s version; a regular plan the type that the holder has chosen', async () => {
  const held = signInHolding('EMA Monthly')
  answer(findSheet, { ...SHEET, accepted_at: null })
  answer(acceptSheet, SHEET)
  answer(downgradeSubscription, { message: 'Subscription downgraded successfully!', subscription: held, order: null })
  await visit('/subscription-flow/1', { selectedPlan: planNamed('Starter'), isDowngrade: true })
  await expect.element(note).toBeVisible()
  expect(sentTo(findSheet)[0]?.query.get('bot_type')).toBe('ema_strategy')
  await button('Confirm Downgrade').click()
  await expectPath('/subscription-flow/2')
  expect(sentTo(acceptSheet)).toHaveLength(1)
})
