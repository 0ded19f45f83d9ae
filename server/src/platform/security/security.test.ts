import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { argon2Passwords } from './passwords.ts'
import { seal, unseal } from './seal.ts'
import { hashSecret, newCode, readAccess, readRefresh, signAccess, signRefresh } from './tokens.ts'

const key = randomBytes(32)
const SESSION = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'

test('passwords are hashed with Argon2id, 19 MiB and two passes', async () => {
  const hashed = await argon2Passwords.hash('Abcdefg1')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await argon2Passwords.verify(hashed, 'Abcdefg1')).toBe(true)
  expect(await argon2Passwords.verify(hashed, 'Abcdefg2')).toBe(false)
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
      const token = signRefresh(key, { sessionId: SESSION, generation })
      expect(readRefresh(key, token)).toEqual({ sessionId: SESSION, generation })
      expect(readRefresh(randomBytes(32), token)).toBeUndefined()
      const place = token.lastIndexOf('.') + 1 + (at % 42)
      const bent = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
      expect(readRefresh(key, bent)).toBeUndefined()
    }),
  )
})

test('an access token with alg none, another key or another issuer is invalid', async () => {
  const now = new Date('2026-11-16T05:00:00Z')
  const good = await signAccess(key, { sessionId: SESSION, userId: SESSION }, now)
  expect(await readAccess(key, good, now)).toMatchObject({ sessionId: SESSION, userId: SESSION })
  const [, payload] = good.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  expect(await readAccess(key, none, now)).toBeUndefined()
  expect(await readAccess(randomBytes(32), good, now)).toBeUndefined()
  const foreign = new SignJWT({ sid: SESSION }).setProtectedHeader({ alg: 'HS256' }).setSubject(SESSION)
  const issued = await foreign.setIssuer('another').setExpirationTime('100y').sign(key)
  expect(await readAccess(key, issued, now)).toBeUndefined()
})

test('codes are six digits and hashed by purpose', () => {
  for (let count = 0; count < 200; count++) expect(newCode()).toMatch(/^\d{6}$/)
  expect(hashSecret(key, 'code:a', '1')).not.toEqual(hashSecret(key, 'code:b', '1'))
})
