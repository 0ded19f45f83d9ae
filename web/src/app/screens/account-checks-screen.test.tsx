import * as api from '@trading-bot/contract/rest/trading/account-checks'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentTo } from '../../testing/answers.ts'
import { expectTexts } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const CHECK: api.AccountCheck = {
  day: '2026-11-16',
  checked_at: '2026-11-16T03:01:00.000Z',
  lines: [
    { code: 'log_in', state: 'ok', text: 'The broker accepted the log-in.' },
    { code: 'funds', state: 'problem', text: '₹12,400 short: ₹87,600 available for bots that may use ₹1,00,000.' },
    { code: 'instruments', state: 'unknown', text: 'Not known: the instrument master could not be read.' },
  ],
}
const LINES = [
  { what: 'Shares bought', ours: '10', broker: '10', is_equal: true },
  { what: 'Net result', ours: '₹141.20', broker: '₹140.20', is_equal: false },
]
const COMPARED = { day: '2026-11-16', compared_at: '2026-11-16T10:16:00.000Z', reason: null, lines: LINES }
const DIFFERENT: api.DayComparison = { ...COMPARED, result: 'different', outside_trades: 1 }
const user = (number: number) => {
  const username = `trader${number}`
  return { id: `0190b5a0-0000-7000-8000-00000000000${number}`, username, email: `${username}@example.com` }
}

test('an administrator finds the account checks, with problems first and what is not known apart', async () => {
  signInAs('admin')
  answer(api.listAccountChecks, {
    day: '2026-11-16',
    accounts: [
      { user: user(1), check: CHECK, comparison: DIFFERENT },
      { user: user(2), check: null, comparison: null },
    ],
  })
  await visit('/admin/account-checks')
  const first = page.getByRole('region', { name: 'trader1' })
  await expect.element(first.getByRole('listitem').first()).toHaveTextContent(/Problem: Funds: ₹12,400 short/)
  await expect.element(first.css('[data-check="unknown"]')).toHaveTextContent(/Not known: Symbols/)
  await expect.element(first.getByRole('table', { name: 'Figures that differ' })).toHaveTextContent('₹141.20₹140.20')
  await expect.element(first).toHaveTextContent('1 trade was not made by our orders.')
  await expect.element(page.getByRole('region', { name: 'trader2' })).toHaveTextContent('No report of this day yet.')
  await page.getByLabelText('Day').fill('2026-11-13')
  await expect.poll(() => sentTo(api.listAccountChecks).at(-1)?.query.get('day')).toBe('2026-11-13')
})

test('an owner reads the report on the live account beside the bot', async () => {
  signInAs('trader')
  const equal: api.DayComparison = { ...DIFFERENT, day: '2026-11-13', result: 'equal', outside_trades: 0 }
  answer(api.readAccountChecks, { check: CHECK, comparisons: [DIFFERENT, equal] })
  await visit('/subscriptions')
  const panel = page.getByRole('region', { name: 'Your live account' })
  await expectTexts(
    panel,
    '₹12,400 short',
    'Our record differs from the broker’s books.',
    'Our record equals the broker’s books.',
  )
})
