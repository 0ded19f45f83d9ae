import { expect, test } from 'vitest'
import { diffFiles } from './diff-files.ts'

const BOT = { name: 'bot.py', code: 'import rules\nrules.go()' }

test('the difference is told by file; one that came or went is all added or all removed', () => {
  const before = [BOT, { name: 'old.py', code: 'x = 1' }]
  const after = [
    { ...BOT, code: 'import rules\nrules.stop()' },
    { name: 'rules.py', code: 'y = 2' },
  ]
  const changed = diffFiles(before, after).map(({ file, lines }) => [
    file,
    lines.filter(({ kind }) => kind !== 'same').map(({ kind, line }) => `${kind} ${line}`),
  ])
  expect(changed).toEqual([
    ['bot.py', ['removed rules.go()', 'added rules.stop()']],
    ['rules.py', ['added y = 2']],
    ['old.py', ['removed x = 1']],
  ])
})
