import { expect, test } from 'vitest'
import { BotFrame } from './frames.ts'

const read = (more: object) => BotFrame.safeParse({ kind: 'signals', orders: 0, ...more }).success

test('what a script keeps is text that the database stores, since it is written with the orders of its bar', () => {
  const kept = JSON.stringify({ name: 'x"y\\z', at: [1, null, true] })
  expect(read({ state: kept, account: '{"traded":[[0,1,5,Infinity]]}' })).toBe(true)
  for (const name of ['state', 'account'])
    for (const text of ['\0', 'a\nb', '\ud800', '₹', 1]) expect(read({ [name]: text }), `${name} ${text}`).toBe(false)
  expect([read({ state: 'x'.repeat(16_000) }), read({ state: 'x'.repeat(16_001) })]).toEqual([true, false])
})
