import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { verifyExport } from '../../../../product/verify-export.mjs'
import { sealRecords } from './seal-records.ts'
import { type SigningKey, signingKeyOf } from './signing-key.ts'

const KEY = signingKeyOf(Buffer.alloc(32, 7))
const ABOUT = { algo_id: 'NSE-1', from: '2026-11-01', to: '2026-11-30' }
const RECORDS = Array.from({ length: 2_500 }, (_, n) => ({ type: 'order', id: `order ${n}`, quantity: n, side: 'BUY' }))
const sealed = sealRecords(KEY, ABOUT, RECORDS)
const lines = sealed.trimEnd().split('\n')
const joined = (changed: readonly string[]) => `${changed.join('\n')}\n`

test('a sealed file verifies with nothing but its text, in batches that each carry a seal', () => {
  expect(verifyExport(sealed)).toEqual({ ok: true, records: 2_500, fingerprint: KEY.fingerprint, about: ABOUT })
  expect(lines.filter((line) => line.includes('"type":"seal"'))).toHaveLength(3)
  expect(verifyExport(sealRecords(KEY, ABOUT, []))).toMatchObject({ ok: true, records: 0 })
})

test.each([
  ['changed', lines.with(1_500, lines[1_500]!.replace('"side":"BUY"', '"side":"SELL"')), 1_501],
  ['removed', lines.toSpliced(700, 1), 701],
  ['added', lines.toSpliced(700, 0, lines[700]!), 702],
  ['moved', lines.with(10, lines[11]!).with(11, lines[10]!), 11],
  // A second text for the same record is refused, so that a reader sees what was sealed.
  ['written otherwise', lines.with(5, lines[5]!.replace('{', '{ ')), 6],
])('a record that was %s is found', (_, forged, line) => {
  expect(verifyExport(joined(forged))).toMatchObject({ ok: false, line })
})

test('a file that was cut off is found, even after a whole batch', () => {
  const firstSeal = lines.findIndex((line) => line.includes('"type":"seal"'))
  expect(verifyExport(joined(lines.slice(0, firstSeal + 1)))).toMatchObject({
    ok: false,
    problem: expect.stringContaining('last seal is missing'),
  })
  expect(verifyExport(joined(lines.slice(0, -1)))).toMatchObject({ ok: false })
  expect(verifyExport(sealed.slice(0, -1))).toMatchObject({ ok: false })
  expect(verifyExport(sealed + lines[1]! + '\n')).toMatchObject({ ok: false, problem: 'lines follow the last seal' })
})

test('a forger who computes every hash again cannot sign: the seal is found false', () => {
  const stolen: SigningKey = { ...KEY, privateKey: generateKeyPairSync('ed25519').privateKey }
  const forged = sealRecords(stolen, ABOUT, [{ type: 'order', id: 'forged' }])
  expect(verifyExport(forged)).toMatchObject({ ok: false, problem: 'the seal does not belong to these lines' })
})

test('the key follows from the installation’s key and is another for another installation', () => {
  expect(signingKeyOf(Buffer.alloc(32, 7)).fingerprint).toBe(KEY.fingerprint)
  expect(signingKeyOf(randomBytes(32)).fingerprint).not.toBe(KEY.fingerprint)
})

test('npm run verify-export names the outcome, needs the key, refuses a file of another one, and prints no control characters', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sealed-'))
  const file = path.join(folder, 'export.jsonl')
  writeFileSync(file, sealed)
  const tool = path.resolve(import.meta.dirname, '../../../../product/verify-export.mjs')
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [tool, file, ...words], { stdio: 'pipe' }).toString()
  expect(run('--key', KEY.fingerprint)).toContain('Genuine: 2500 records')
  expect(() => run('--key', '00')).toThrow(/another key/)
  for (const words of [[], ['--key'], ['--key', ''], ['--kex', KEY.fingerprint]])
    expect(() => run(...words)).toThrow(/Name the file and the key/)
  writeFileSync(file, sealRecords(KEY, { algo_id: '\u001b[2KNSE\u202e-1\nGenuine' }, []))
  expect(run('--key', KEY.fingerprint)).toContain('algo_id: \\u{1b}[2KNSE\\u{202e}-1\\u{a}Genuine\n')
  writeFileSync(file, joined(lines.toSpliced(3, 1)))
  expect(() => run('--key', KEY.fingerprint)).toThrow(/NOT GENUINE\. Line 4/)
  rmSync(folder, { recursive: true })
})
