import { expect, test } from 'vitest'
import { readTrace } from './read-trace.ts'

const FILES = { filename: 'bot.py', files: [{ name: 'rules.py', code: '' }] }
const traceOf = (...frames: string[]) =>
  `Current thread 0x00007f (most recent call first):\n${frames.map((frame) => `  File "${frame}\n`).join('')}`

test('the line of a trace is the innermost one of the author’s files, the newest trace counts', () => {
  const first = traceOf('bot.py", line 9 in on_bar')
  const newest = traceOf(
    '/usr/lib/re.py", line 80 in match',
    'rules.py", line 3 in decide',
    'bot.py", line 7 in on_bar',
  )
  expect(readTrace(first + newest, FILES)).toEqual({ line: 3, file: 'rules.py' })
  expect(readTrace(first, FILES)).toEqual({ line: 9, file: null })
})

test('a trace without the author’s files, or what a script writes in its place, has no line', () => {
  expect(readTrace('', FILES)).toBe(null)
  expect(readTrace(traceOf('/app/bot_runtime/session.py", line 3 in run'), FILES)).toBe(null)
  expect(readTrace('File "bot.py", line 99999999 in x', FILES)).toBe(null)
})
