import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countRepeats } from './count-repeats.ts'
import { plainError } from './plain-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: { err?: { message: string; stack?: string }; repeated?: number; msg: string; user?: string }[] = []
  const { hooks, tell } = countRepeats()
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }
  return { log: pino({ hooks, serializers: { err: plainError } }, destination), lines, tell }
}

const fail = (why: string) => new Error(why)

test('an error that comes again is told in full once a minute, and how often it came in one line', () => {
  const { log, lines } = openLog()
  for (let turn = 0; turn < 50; turn++) log.error({ err: fail('the database is away') }, 'a bot was not loaded')
  log.error({ err: fail('the disk is full') }, 'a bot was not loaded')
  log.warn({ err: fail('the database is away') }, 'a mail was not sent')
  log.info('all is well')
  expect(lines.map(({ msg, err }) => [msg, err?.message])).toEqual([
    ['a bot was not loaded', 'the database is away'],
    ['a bot was not loaded', 'the disk is full'],
    ['a mail was not sent', 'the database is away'],
    ['all is well', undefined],
  ])
  expect(lines[0]?.err?.stack).toContain('count-repeats.test.ts')
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(4)).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'a bot was not loaded',
      repeated: 49,
      err: { type: 'Error', message: 'the database is away' },
    }),
  ])
  log.error({ err: fail('the database is away') }, 'a bot was not loaded')
  expect(lines[5]?.err?.stack).toContain('count-repeats.test.ts')
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(6)
})

test('whom it concerns is told each time, with one stack for all', () => {
  const { log, lines, tell } = openLog()
  for (const user of ['asha', 'ravi', 'asha']) log.error({ err: fail('no answer'), user }, 'the broker was not asked')
  tell()
  expect(lines.map(({ user, err, repeated }) => [user, err?.stack !== undefined, repeated])).toEqual([
    ['asha', true, undefined],
    ['ravi', false, undefined],
    ['asha', false, 1],
  ])
})

test('what was counted is told when the process ends, by the logger that it came from', () => {
  const { log, lines, tell } = openLog()
  const own = log.child({ user: 'asha' })
  for (let turn = 0; turn < 3; turn++) own.warn({ err: fail('no answer') }, 'the broker was not asked')
  tell()
  tell()
  expect(lines.map(({ user, repeated }) => [user, repeated])).toEqual([
    ['asha', undefined],
    ['asha', 2],
  ])
})
