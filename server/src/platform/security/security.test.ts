import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { decodeProtectedHeader, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { argon2Passwords } from './passwords.ts'
import { seal, unseal } from './seal.ts'
import { authKeys, hashesOf, hashSecret } from './auth-keys.ts'
import { newCode, readAccess, readRefresh, signAccess, signRefresh } from './tokens.ts'

const key = randomBytes(32)
const keys = authKeys(key)
const SESSION = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'

test('passwords are hashed with Argon2id, 19 MiB and two passes', async () => {
  const hashed = await argon2Passwords.hash('Kaveri82')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await argon2Passwords.verify(hashed, 'Kaveri82')).toBe(true)
  expect(await argon2Passwords.verify(hashed, 'Kaveri83')).toBe(false)
})

test('a sealed text opens in its own place only, and not after any change', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.nat(), (secret, place, at) => {
      const sealed = seal(key, place, secret)
      expect(unseal(key, place, sealed)).toBe(secret)
      expect(() => unseal(key, `${place}x`, sealed)).toThrow()
      expect(() => unseal(randomBytes(32), place, sealed)).toThrow()
      const bent = Buffer.from(sealed)
      bent[at % bent.length] = (bent[at % bent.length] ?? 0) ^ 1
      expect(() => unseal(key, place, bent)).toThrow()
    }),
  )
})

test('sealing a text twice gives two different ciphertexts', () => {
  expect(seal(key, 'a', 'secret')).not.toEqual(seal(key, 'a', 'secret'))
})

test('a refresh token can be read back, and a forged one cannot', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(), (generation, at) => {
      const token = signRefresh(keys, { sessionId: SESSION, generation })
      expect(readRefresh(keys, token)).toEqual({ sessionId: SESSION, generation })
      expect(readRefresh(authKeys(randomBytes(32)), token)).toBeUndefined()
      const place = token.lastIndexOf('.') + 1 + (at % 42)
      const bent = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
      expect(readRefresh(keys, bent)).toBeUndefined()
    }),
  )
})

test('an access token with alg none, another key or another issuer is invalid', async () => {
  const now = new Date('2026-11-16T05:00:00Z')
  const good = await signAccess(keys, { sessionId: SESSION, userId: SESSION }, now)
  expect(await readAccess(keys, good, now)).toMatchObject({ sessionId: SESSION, userId: SESSION })
  const [, payload] = good.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  expect(await readAccess(keys, none, now)).toBeUndefined()
  expect(await readAccess(authKeys(randomBytes(32)), good, now)).toBeUndefined()
  const foreign = new SignJWT({ sid: SESSION })
    .setProtectedHeader({ alg: 'HS256', kid: keys[0].id })
    .setSubject(SESSION)
  const issued = await foreign.setIssuer('another').setExpirationTime('100y').sign(key)
  expect(await readAccess(keys, issued, now)).toBeUndefined()
})

test('codes are six digits and hashed by purpose', () => {
  for (let count = 0; count < 200; count++) expect(newCode()).toMatch(/^\d{6}$/)
  expect(hashSecret(keys, 'code:a', '1')).not.toEqual(hashSecret(keys, 'code:b', '1'))
})

test('after a rotation what the former key signed is still valid, and the new key signs', async () => {
  const now = new Date('2026-11-16T05:00:00Z')
  const [former, fresh] = [randomBytes(32), randomBytes(32)]
  const rotated = authKeys(fresh, [former])
  const access = await signAccess(authKeys(former), { sessionId: SESSION, userId: SESSION }, now)
  const refresh = signRefresh(authKeys(former), { sessionId: SESSION, generation: 3 })
  expect(await readAccess(rotated, access, now)).toMatchObject({ sessionId: SESSION })
  expect(readRefresh(rotated, refresh)).toEqual({ sessionId: SESSION, generation: 3 })
  expect(hashesOf(rotated, 'reset', 'x')).toContainEqual(hashSecret(authKeys(former), 'reset', 'x'))
  const next = await signAccess(rotated, { sessionId: SESSION, userId: SESSION }, now)
  expect(decodeProtectedHeader(next).kid).toBe(authKeys(fresh)[0].id)
  expect(decodeProtectedHeader(access).kid).not.toBe(decodeProtectedHeader(next).kid)
  // Once the former value is removed, nothing it signed is valid.
  expect(await readAccess(authKeys(fresh), access, now)).toBeUndefined()
  expect(readRefresh(authKeys(fresh), refresh)).toBeUndefined()
})

test('an access token that names no key, an unknown key or another key than it was signed with is invalid', async () => {
  const now = new Date('2026-11-16T05:00:00Z')
  const two = authKeys(key, [randomBytes(32)])
  const sign = (header: { kid?: string }) =>
    new SignJWT({ sid: SESSION })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .setSubject(SESSION)
      .setIssuer('trading-bot')
      .setExpirationTime('100y')
      .sign(key)
  expect(await readAccess(two, await sign({ kid: two[0].id }), now)).toBeDefined()
  for (const header of [{}, { kid: 'unknown' }, { kid: two[1]?.id ?? '' }]) {
    expect(await readAccess(two, await sign(header), now)).toBeUndefined()
  }
})
