import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { keepJournals } from './keep-journals.ts'

const USER = '0b9f4f86-5f39-4f4e-9f4b-1e1f6b2f6a11'

test('journals are written for the named users alone, where nobody else reads them', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'journals-'))
  const clock = { now: () => new Date('2026-11-16T04:00:00Z') }
  const onError = vi.fn<(error: unknown) => void>()
  const journalOf = keepJournals({ config: { dataDir, journalUsers: [USER] } as never, clock: clock as never }, onError)
  expect(journalOf('somebody-else')).toBeNull()
  expect(readdirSync(dataDir)).toEqual([])
  const write = journalOf(USER)!
  write('{"kind":"LEFT"}')
  const file = path.join(dataDir, 'journals', `${USER}-2026-11-16T04-00-00.000Z.jsonl`)
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('{"kind":"LEFT"}\n'))
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(onError).not.toHaveBeenCalled()
  rmSync(dataDir, { recursive: true })
})

test('where no journal can be written the account trades without one', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'journals-'))
  const dataDir = path.join(root, 'a-file')
  writeFileSync(dataDir, '')
  const onError = vi.fn<(error: unknown) => void>()
  const clock = { now: () => new Date('2026-11-16T04:00:00Z') }
  expect(
    keepJournals({ config: { dataDir, journalUsers: [USER] } as never, clock: clock as never }, onError)(USER),
  ).toBeNull()
  expect(onError).toHaveBeenCalledTimes(1)
  rmSync(root, { recursive: true })
})
