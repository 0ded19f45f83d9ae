import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NOTICE_KEYS, NOTICE_TITLES } from './notice-keys.ts'
import { noticesOf } from './notices.ts'
import { retentionText, SCHEDULED_RETENTION } from './retention.ts'
import { type LegalVariant, SIMULATED_VARIANT } from './variant.ts'

/** Which text each version is. A changed text needs a new version, so that everybody is asked to accept it. */
const TEXTS: Readonly<Record<string, string>> = {
  'terms 2026-11-16': '7670f3e57c5951cc',
  'privacy 2026-11-16': 'fbb90186ee06644a',
  'refunds 2026-11-19': '05d25750aa1f6070',
  'risk 2026-11-16': '5b67bfe3da91bd65',
  'terms 2026-11-19-simulated-black-box': 'b94d81894750ac0e',
  'risk 2026-11-19-simulated-black-box': '9304f06817779ad7',
  'terms 2026-11-19-paper': '5b3b86fe9b6ceaa9',
  'terms 2026-11-19-paper-black-box': '9ed7994fa0465da1',
  'risk 2026-11-19-paper-black-box': '9304f06817779ad7',
  'terms 2026-11-19-own-logic': '0c62a463c6bf9ff4',
  'risk 2026-11-19-own-logic': '35e7757bae086e88',
  'terms 2026-11-19-own-logic-black-box': '21922a354c7fe3c8',
  'risk 2026-11-19-own-logic-black-box': 'b5bfe70c8b04c70b',
  'terms 2026-11-19-provider': 'ff337903192490d0',
  'risk 2026-11-19-provider': 'd2eefbc6cd932512',
  'terms 2026-11-19-provider-black-box': '1a46346f03a38ebc',
  'risk 2026-11-19-provider-black-box': '13ef7b3ed8d98db8',
}

const HOSTINGS = ['simulated', 'paper', 'own-logic', 'provider'] as const
const VARIANTS = HOSTINGS.flatMap((hosting) =>
  [false, true].map((black_boxes): LegalVariant => ({ ...SIMULATED_VARIANT, hosting, black_boxes })),
)

test.each(NOTICE_KEYS)('the text of %s does not change without a new version, in any mode', (key) => {
  for (const variant of VARIANTS) {
    const { version, ...text } = noticesOf(variant)[key]
    const hash = createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)
    expect([version, hash]).toEqual([version, TEXTS[`${key} ${version}`]])
    expect(text.title).toBe(NOTICE_TITLES[key])
  }
})

const textOf = (change: Partial<LegalVariant>, key: 'terms' | 'risk' = 'terms') =>
  JSON.stringify(noticesOf({ ...SIMULATED_VARIANT, ...change })[key])
const versionOf = (change: Partial<LegalVariant>, key: 'terms' | 'risk' = 'terms') =>
  noticesOf({ ...SIMULATED_VARIANT, ...change })[key].version

test('beside black boxes nothing says that there is no research analyst', () => {
  expect(textOf({})).toContain('not a stock broker, investment adviser, research analyst or portfolio manager')
  for (const hosting of HOSTINGS) {
    const text = textOf({ hosting, black_boxes: true })
    expect(text).not.toMatch(/not an? [^.]*research analyst/)
    expect(text).toContain('a SEBI-registered research analyst answers by a research report')
    expect(textOf({ hosting, black_boxes: true }, 'risk')).toContain('The logic of a black box is not disclosed')
  }
})

test('shared fees are disclosed in the operator’s words; without them it is said that nothing is shared', () => {
  expect(textOf({ hosting: 'provider' })).toContain('We share no fee and no brokerage')
  const shared = { hosting: 'provider', fee_sharing: 'Half of the fee goes to Angel One' } as const
  expect(textOf(shared)).toContain('Fees or brokerage are shared: Half of the fee goes to Angel One.')
  expect(textOf(shared)).not.toContain('We share no fee')
})

test.each([
  ['paper', 'no order leaves the platform for a broker'],
  ['own-logic', 'you are responsible for it as its owner'],
  ['provider', 'The provider is responsible for the logic and acts as the agent of your broker'],
] as const)('in mode %s the terms say who decides and who is responsible', (hosting, words) => {
  expect(textOf({ hosting })).toContain(words)
  expect(textOf({})).not.toContain(words)
})

test('the provider is named with its empanelment number once that is known', () => {
  expect(textOf({ hosting: 'provider' })).toContain('whose name and number the platform states')
  const provider = { name: 'Algo House', number: 'NSE/AP/17' }
  expect(textOf({ hosting: 'provider', provider })).toContain(
    'Algo House, empanelled with the exchange as algo provider (NSE/AP/17).',
  )
})

test('a version tells the variant, and other words of the operator are another version', () => {
  expect(versionOf({ hosting: 'own-logic' })).toBe('2026-11-19-own-logic')
  expect(versionOf({ hosting: 'provider', black_boxes: true }, 'risk')).toBe('2026-11-19-provider-black-box')
  const versions = ['Half of the fee goes to Angel One', 'A third of the fee goes to Angel One'].map((fee_sharing) =>
    versionOf({ hosting: 'own-logic', fee_sharing }),
  )
  expect(new Set(versions).size).toBe(2)
  for (const version of versions) expect(version).toMatch(/^2026-11-19-own-logic-[0-9a-f]{8}$/)
  // On paper the risks are those of the demo: what was accepted there stays valid.
  expect(versionOf({ hosting: 'paper' }, 'risk')).toBe('2026-11-16')
})

test('a retention rule reads as a sentence', () => {
  expect(retentionText(SCHEDULED_RETENTION.sessions)).toBe('Deleted 365 days after the session ended.')
  expect(retentionText(SCHEDULED_RETENTION['reset-links'])).toBe('Deleted 1 day after the link expired.')
  expect(retentionText(SCHEDULED_RETENTION['sign-in-limits'])).toBe('Deleted when they expire.')
  expect(retentionText(SCHEDULED_RETENTION['credential-log'])).toBe('Deleted 5 years after the change.')
})
