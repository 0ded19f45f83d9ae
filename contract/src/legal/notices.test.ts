import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NOTICE_KEYS } from './notice-keys.ts'
import { NOTICES } from './notices.ts'
import { retentionText, SCHEDULED_RETENTION } from './retention.ts'

/** Which text each version is. A changed text needs a new version, so that everybody is asked to accept it. */
const TEXTS: Readonly<Record<string, string>> = {
  'terms 2026-11-16': '7670f3e57c5951cc',
  'privacy 2026-11-16': 'fbb90186ee06644a',
  'refunds 2026-11-16': 'e0491e4d7c5729ee',
  'risk 2026-11-16': '5b67bfe3da91bd65',
}

test.each(NOTICE_KEYS)('the text of %s does not change without a new version', (key) => {
  const { version, ...text } = NOTICES[key]
  const hash = createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)
  expect(TEXTS[`${key} ${version}`]).toBe(hash)
})

test('a retention rule reads as a sentence', () => {
  expect(retentionText(SCHEDULED_RETENTION.sessions)).toBe('Deleted 365 days after the session ended.')
  expect(retentionText(SCHEDULED_RETENTION['reset-links'])).toBe('Deleted 1 day after the link expired.')
  expect(retentionText(SCHEDULED_RETENTION['sign-in-limits'])).toBe('Deleted when they expire.')
  expect(retentionText(SCHEDULED_RETENTION['credential-log'])).toBe('Deleted 5 years after the change.')
})
