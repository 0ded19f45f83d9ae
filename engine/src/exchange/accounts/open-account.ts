import type { Paise, Quantity } from '@trading-bot/core/units'
import type { Exchange } from '../state/exchange.ts'
import type { ExchangeAccount, ExchangeHolding } from '../state/exchange-account.ts'
import type { Randomness } from '../../ports/randomness.ts'

export type AccountOptions = {
  readonly clientCode?: string
  readonly name?: string
  readonly mpin?: string
  readonly totpSecret?: string
  readonly apiKey?: string
  readonly cashPaise?: Paise
  readonly orderAddresses?: readonly string[]
  readonly holdings?: readonly { readonly token: string; readonly quantity: Quantity; readonly averagePaise: Paise }[]
}

// Ten lakh rupees to practise with.
const PRACTICE_CASH_PAISE = 100_000_000
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const BASE32 = `${LETTERS}234567`
const KEY_LETTERS = `${LETTERS}${LETTERS.toLowerCase()}${DIGITS}`

/** Opens an account; missing values are generated, so that test credentials need one call. */
export function openAccount(exchange: Exchange, options: AccountOptions = {}): ExchangeAccount {
  const { randomness } = exchange
  const clientCode = options.clientCode ?? freeClientCode(exchange)
  if (exchange.accounts.has(clientCode)) throw new Error(`client code already exists: ${clientCode}`)
  const account: ExchangeAccount = {
    clientCode,
    name: options.name ?? 'PRACTICE ACCOUNT',
    mpin: options.mpin ?? draw(randomness, DIGITS, 4),
    totpSecret: options.totpSecret ?? draw(randomness, BASE32, 26),
    apiKey: options.apiKey ?? draw(randomness, KEY_LETTERS, 8),
    orderAddresses: options.orderAddresses ?? null,
    cashPaise: options.cashPaise ?? PRACTICE_CASH_PAISE,
    holdings: new Map((options.holdings ?? []).map((held) => [held.token, holdingOf(exchange, held)])),
    positions: new Map(),
    orders: new Map(),
    openOrders: new Set(),
    trades: [],
    gttRules: new Map(),
    riskBlock: null,
    edis: null,
  }
  exchange.accounts.set(clientCode, account)
  return account
}

function freeClientCode(exchange: Exchange): string {
  for (;;) {
    const code = `${draw(exchange.randomness, LETTERS, 1)}${draw(exchange.randomness, DIGITS, 6)}`
    if (!exchange.accounts.has(code)) return code
  }
}

function holdingOf(
  exchange: Exchange,
  held: { token: string; quantity: Quantity; averagePaise: Paise },
): ExchangeHolding {
  const book = exchange.books.get(held.token)
  if (!book) throw new Error(`unknown token in holdings: ${held.token}`)
  return { instrument: book.quote.instrument, quantity: held.quantity, costPaise: held.quantity * held.averagePaise }
}

function draw(randomness: Randomness, letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomness.whole(letters.length)]).join('')
}
