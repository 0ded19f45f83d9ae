// A browser that has signed in is recognised by a random cookie. It proves nothing by itself: it only tells the owner's
// devices from a stranger's, so that a stranger's guesses do not lock the owner out.
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const NAME = 'trading_bot_device'
// Browsers keep no cookie for longer.
const DAYS = 400

export function readDeviceCookie({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; )${NAME}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
}

export function deviceCookie({ publicUrl }: Config, token: string): string {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${NAME}=${token}; Path=/api/auth/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`
}
