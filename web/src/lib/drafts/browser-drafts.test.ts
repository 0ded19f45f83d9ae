import { expect, test } from 'vitest'
import { browserDrafts } from './browser-drafts.ts'

const TYPED = {
  code: 'def on_bar(bot, bar): ...',
  files: null,
  form: { quantity: '' as const, name: 'Mine' },
  base_version: 3,
}
const AT = new Date('2026-11-16T09:00:00.000Z')

function storageWith(items: Map<string, string>, isFull = false): Storage {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

test('a draft comes back as it was typed, until it is removed', () => {
  const drafts = browserDrafts(storageWith(new Map()))
  expect(drafts.read('a')).toBe(null)
  expect(drafts.write('a', TYPED, AT)).toBe(true)
  expect(drafts.read('a')).toEqual({ ...TYPED, saved_at: AT.toISOString() })
  expect(drafts.read('b')).toBe(null)
  drafts.remove('a')
  expect(drafts.read('a')).toBe(null)
})

test('a full storage is told, and what is no draft is none', () => {
  expect(browserDrafts(storageWith(new Map(), true)).write('a', TYPED, AT)).toBe(false)
  const broken = storageWith(
    new Map([
      ['a', '{'],
      ['b', '{"code":1}'],
    ]),
  )
  expect(browserDrafts(broken).read('a')).toBe(null)
  expect(browserDrafts(broken).read('b')).toBe(null)
})
