import { expect, test } from 'vitest'
import { explainRejection } from './explain-rejection.ts'

test('a known rejection starts with our sentence and keeps the broker’s text', () => {
  const cases = {
    'Insufficient Funds: available Rs. 1.00, required Rs. 2.00': /^There is not enough money/,
    'RMS:Margin Exceeds, Cash Available: 1': /^There is not enough money/,
    'RMS:Margin Exceeds, holdings are not sufficient for this sale': /^You do not hold enough/,
    '16000: The trading market is not open': /^The market was closed/,
    '16283: The order price is not multiple of the tick size': /^The price did not lie on a tick/,
    '16284: The order price is out of the day’s price range': /^The price was outside/,
    'Trigger price has been passed by the last price': /^The price had already passed the stop/,
    'RMS:Rule: Trading is not allowed in this security': /^Angel One does not allow/,
  }
  for (const [text, sentence] of Object.entries(cases)) {
    expect(explainRejection(text)).toMatch(sentence)
    expect(explainRejection(text)).toContain(`(${text})`)
  }
})

test('an unknown rejection text is passed on unchanged', () => {
  expect(explainRejection('17099: something new')).toBe('17099: something new')
})
