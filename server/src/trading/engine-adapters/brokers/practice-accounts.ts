import { createHmac } from 'node:crypto'
import type { Exchange } from '@trading-bot/engine/exchange/state/exchange'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import type { BrokerCredentials } from '../../../platform/providers/broker-desk.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const DIGITS = '0123456789'
const LETTERS = BASE32.slice(0, 26)

/**
 * A user's account at the demo's exchange. Its credentials are derived from the user and our secret, so that the
 * account is the same after a restart, when the exchange has lost its state.
 */
export function openPracticeAccount(exchange: Exchange, secret: Buffer, userId: string): BrokerCredentials {
  const draw = (what: string, letters: string, length: number) => {
    const bytes = createHmac('sha256', secret).update(`practice:${what}:${userId}`).digest()
    return Array.from({ length }, (_, at) => letters[(bytes[at] ?? 0) % letters.length]).join('')
  }
  const credentials = {
    apiKey: draw('key', LETTERS, 8),
    clientCode: `${draw('code', LETTERS, 1)}${draw('code-digits', DIGITS, 8)}`,
    mpin: draw('mpin', DIGITS, 4),
    totpSecret: draw('totp', BASE32, 26),
  }
  if (!exchange.accounts.has(credentials.clientCode)) openAccount(exchange, credentials)
  return credentials
}
