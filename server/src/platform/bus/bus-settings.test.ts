import { expect, test } from 'vitest'
import { authKeys } from '../security/auth-keys.ts'
import { busSettings } from './bus-settings.ts'

const KEYS = authKeys(Buffer.alloc(32, 1), [Buffer.alloc(32, 2)])
const settings = (NATS_URL: string | undefined, production = true) => busSettings({ NATS_URL }, KEYS, production)

test('a bus on another machine needs tls, a user and a password; one on this machine needs a user in production', () => {
  expect(settings(undefined)).toBe(undefined)
  for (const url of [
    'tls://feed:secret@nats:4222',
    'nats://feed:secret@127.0.0.1:4222',
    'nats://feed:secret@[::1]:4222',
  ])
    expect(settings(url)?.url).toBe(url)
  expect(settings('nats://127.0.0.1:4222', false)?.url).toBe('nats://127.0.0.1:4222')
  expect(() => settings('tls://feed:secret@nats:port')).toThrow(/NATS_URL is not usable/)
  expect(() => settings('nats://127.0.0.1:4222')).toThrow(/NATS_URL has no user and password/)
  expect(() => settings('nats://feed@localhost:4222')).toThrow(/no user and password/)
  expect(() => settings('tls://nats:4222', false)).toThrow(/no user and password/)
  expect(() => settings('nats://feed:secret@nats:4222', false)).toThrow(/must begin with tls:\/\/ because nats is not/)
  expect(() => settings('tls://feed:secret@nats-1:4222,nats://feed:secret@nats-2:4222')).toThrow(/nats-2 is not/)
})

test('the keys are derived from the secret and those before it, and are not the secrets', () => {
  const keys = settings('tls://feed:secret@nats:4222')?.keys ?? []
  expect(keys).toHaveLength(2)
  expect(new Set([...keys, ...KEYS.map(({ secret }) => secret)].map((key) => key.toString('hex'))).size).toBe(4)
})
