import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { after } from '../clock.ts'

const ACCESS_MINUTES = 15
const ISSUER = 'trading-bot'

export type AccessClaims = { readonly sessionId: string; readonly userId: string }

export async function signAccess(secret: Buffer, claims: AccessClaims, now: Date): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(after(now, ACCESS_MINUTES * 60_000))
    .sign(secret)
}

type ReadClaims = AccessClaims & { readonly expiresAt: Date }

/** Undefined unless it is a valid, unexpired token of ours. */
export async function readAccess(secret: Buffer, token: string, now: Date): Promise<ReadClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer: ISSUER, currentDate: now })
    const { sub, sid, exp } = payload as typeof payload & { sid?: unknown }
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined
    return { sessionId: sid, userId: sub, expiresAt: new Date(exp * 1000) }
  } catch {
    return undefined
  }
}

export type RefreshClaims = { readonly sessionId: string; readonly generation: number }

/** Derived, not stored: the successor of a token is the same however often it is requested. */
export function signRefresh(secret: Buffer, { sessionId, generation }: RefreshClaims): string {
  return `${sessionId}.${generation}.${mac(secret, `refresh:${sessionId}:${generation}`).toString('base64url')}`
}

export function readRefresh(secret: Buffer, token: string): RefreshClaims | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token)
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const claims = { sessionId: match[1], generation: Number(match[2]) }
  const expected = mac(secret, `refresh:${claims.sessionId}:${claims.generation}`)
  return timingSafeEqual(expected, Buffer.from(match[3], 'base64url')) ? claims : undefined
}

/** Codes are short and tokens travel by mail, so only their keyed hash is stored. */
export function hashSecret(secret: Buffer, purpose: string, text: string): Buffer {
  return mac(secret, `${purpose}:${text}`)
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function mac(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
