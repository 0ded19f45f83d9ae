import { pino } from 'pino'
import { expect, test } from 'vitest'
import { plainError } from './plain-error.ts'

test('a log line has an error’s message, code and stack with its causes, and nothing that hangs on it', () => {
  const lines: string[] = []
  const log = pino({ serializers: { err: plainError } }, { write: (line: string) => void lines.push(line) })
  const cause = new Error('the cause')
  const error = Object.assign(new Error('it broke', { cause }), {
    code: '57P01',
    client: { password: 'x'.repeat(20_000) },
  })
  log.error({ err: error }, 'request failed')
  const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, string> }
  expect(Object.keys(err)).toEqual(['type', 'message', 'code', 'stack'])
  expect(err).toMatchObject({ type: 'Error', message: 'it broke: the cause', code: '57P01' })
  expect(err['stack']).toContain('caused by: Error: the cause')
  expect(lines[0]!.length).toBeLessThan(4_000)
})
