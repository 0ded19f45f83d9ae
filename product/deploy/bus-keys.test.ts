// What deploy/nats/make-keys.sh makes is what nats-server and the processes need, as deploy/README.md has it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { natsBus } from '../../server/src/platform/bus/nats-bus.ts'
import { type BusPasswords, startNatsServer } from '../programs/nats-server.mjs'
import { root } from './install-checkers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bus-'))
afterAll(() => rmSync(folder, { recursive: true }))
const makeKeys = (...names: string[]) =>
  spawnSync(path.join(root, 'deploy/nats/make-keys.sh'), [path.join(folder, 'keys'), ...names], { encoding: 'utf8' })

test('with its keys nats-server speaks TLS, to whoever knows its certificate and has a password', async () => {
  expect(makeKeys('127.0.0.1')).toMatchObject({ status: 2, stderr: expect.stringContaining('is an address') })
  expect(makeKeys('nats', 'localhost').status).toBe(0)
  // Once: a second run would lock every process out.
  expect(makeKeys('localhost')).toMatchObject({ status: 1, stderr: expect.stringContaining('is there already') })
  const configFile = path.join(folder, 'nats.conf')
  cpSync(path.join(root, 'deploy/nats/users.conf'), path.join(folder, 'users.conf'))
  const text = readFileSync(path.join(root, 'deploy/nats/nats.conf'), 'utf8')
  writeFileSync(configFile, text.replaceAll('/etc/nats/', `${folder}/keys/`).replace(':8222', ':-1'))
  const nats = await startNatsServer({ configFile, passwords: readPasswords() })
  const caFile = path.join(folder, 'keys/ca.crt')
  const states = { knows: [] as boolean[], trustsNobody: [] as boolean[] }
  const url = nats.urlOf('feed').replace('nats://', 'tls://').replace('127.0.0.1', 'localhost')
  const keys = [Buffer.alloc(32)]
  const [knows, trustsNobody] = [natsBus({ url, caFile, keys }, fail), natsBus({ url, caFile: undefined, keys }, fail)]
  trustsNobody.watchConnection((isConnected) => states.trustsNobody.push(isConnected))
  knows.watchConnection((isConnected) => states.knows.push(isConnected))
  await vi.waitFor(() => expect(states.knows.at(-1)).toBe(true), { timeout: 10_000, interval: 10 })
  expect(states.trustsNobody).toEqual([false])
  await knows.close()
  await trustsNobody.close()
  await nats.stop()
})

function fail(error: unknown): void {
  throw error
}

function readPasswords(): BusPasswords {
  const lines = readFileSync(path.join(folder, 'keys/bus.env'), 'utf8').trim().split('\n')
  const all = lines.map((line) => [/^BUS_(\w+)_PASSWORD=/.exec(line)![1]!.toLowerCase(), line.split('=')[1]])
  return Object.fromEntries(all) as BusPasswords
}
