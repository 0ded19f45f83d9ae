import { expect, test } from 'vitest'
import { csvOf } from './csv-of.ts'

test('csvOf makes cells that look like formulas plain text and quotes special characters', () => {
  const lines = csvOf([
    ['=1+1', '+x', '-x', '@x', '\tx', -5],
    ['＝1', '＋x', '－x', '＠x', 'a＝b'],
    ['a,b', 'say "hi"', 'two\nlines', null, 'plain', 1.5],
  ])
  expect(lines).toBe(
    `\uFEFF'=1+1,'+x,'-x,'@x,'\tx,-5\r\n'＝1,'＋x,'－x,'＠x,a＝b\r\n"a,b","say ""hi""","two\nlines",,plain,1.5\r\n`,
  )
})
