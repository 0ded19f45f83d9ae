import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { after } from '../clock.ts'
import { type AuthKeys, mac } from './auth-keys.ts'

const ACCESS_MINUTES = 15
const ISSUER = 'trading-bot'

export type AccessClaims = { readonly sessionId: string; readonly userId: string }

export async function signAccess(keys: AuthKeys, claims: AccessClaims, now: Date): Promise<string> {
  const [{ id, secret }] = keys
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', kid: id })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(after(now, ACCESS_MINUTES * 60_000))
    .sign(secret)
}

type ReadClaims = AccessClaims & { readonly expiresAt: Date }

// A token is sent with every call for a quarter of an hour; its signature does not change in that time.
const MOST_VERIFIED = 10_000
const verified = new WeakMap<AuthKeys, Map<string, ReadClaims>>()

/** Undefined unless it is a valid, unexpired token of ours, signed with the key that it names. */
export async function readAccess(keys: AuthKeys, token: string, now: Date): Promise<ReadClaims | undefined> {
  const known = verified.get(keys) ?? new Map<string, ReadClaims>()
  verified.set(keys, known)
  const claims = known.get(token)
  // In whole seconds, as the token states it.
  if (claims) return claims.expiresAt.getTime() > Math.floor(now.getTime() / 1000) * 1000 ? claims : undefined
  const read = await verifyAccess(keys, token, now)
  if (!read) return undefined
  const [oldest] = known.size < MOST_VERIFIED ? [] : known.keys()
  if (oldest !== undefined) known.delete(oldest)
  known.set(token, read)
  return read
}

async function verifyAccess(keys: AuthKeys, token: string, now: Date): Promise<ReadClaims | undefined> {
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = keys.find(({ id }) => id === kid)
    if (!key) throw new Error('the token names no key of ours')
    return key.secret
  }
  try {
    const { payload } = await jwtVerify(token, keyOf, { algorithms: ['HS256'], issuer: ISSUER, currentDate: now })
    const { sub, sid, exp } = payload as typeof payload & { sid?: unknown }
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined
    return { sessionId: sid, userId: sub, expiresAt: new Date(exp * 1000) }
  } catch {
    return undefined
  }
}

export type RefreshClaims = { readonly sessionId: string; readonly generation: number }

/** Derived, not stored: the successor of a token is the same however often it is requested. */
export function signRefresh([{ secret }]: AuthKeys, { sessionId, generation }: RefreshClaims): string {
  return `${sessionId}.${generation}.${mac(secret, `refresh:${sessionId}:${generation}`).toString('base64url')}`
}

export function readRefresh(keys: AuthKeys, token: string): RefreshClaims | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token)
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const claims = { sessionId: match[1], generation: Number(match[2]) }
  const given = Buffer.from(match[3], 'base64url')
  const text = `refresh:${claims.sessionId}:${claims.generation}`
  return keys.some(({ secret }) => timingSafeEqual(mac(secret, text), given)) ? claims : undefined
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
