import { expect, test } from 'vitest'
import { fewFilesSentence } from './few-files.ts'

test('a process that may open too few files says how many it needs and where to raise the limit', () => {
  const limits = (files: string) =>
    `Limit      Soft Limit  Hard Limit  Units\nMax open files            ${files}     65536     files\n`
  expect(fewFilesSentence(limits('1024'))).toMatch(/only 1024 files and needs up to 4096.*LimitNOFILE=/)
  expect(fewFilesSentence(limits('4096'))).toBe(undefined)
  expect(fewFilesSentence(limits('unlimited'))).toBe(undefined)
  expect(fewFilesSentence('')).toBe(undefined)
})
