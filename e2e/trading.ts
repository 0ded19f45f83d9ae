// Bots for the tests: a person whose plan, capital and credentials are there, and bots made of paper.
import type { Bot, OpenPosition, Trade } from '@trading-bot/contract/rest/bots'
import { startParticipation } from '@trading-bot/contract/rest/bots'
import { saveCredentials } from '@trading-bot/contract/rest/credentials'
import { updateConfiguration } from '@trading-bot/contract/rest/subscriptions'
import type { APIRequestContext } from '@playwright/test'
import { buy, sendAs } from './money.ts'
import type { SignedIn } from './people.ts'

const KEYS = { api_key: 'abcd1234', client_code: 'A12345678', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH' }

/** Everything a start needs. */
export async function makeReady(request: APIRequestContext, who: SignedIn): Promise<void> {
  const { id } = await buy(request, who, 'EMA Monthly')
  await sendAs(request, who, updateConfiguration, { id, capital_amount: 100_000 })
  await sendAs(request, who, saveCredentials, KEYS)
}

export async function makeRunning(request: APIRequestContext, who: SignedIn): Promise<Bot> {
  await makeReady(request, who)
  return (await sendAs(request, who, startParticipation, {})).bot
}

const id = (number: number) => `0190b5a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const NOW = new Date().toISOString()

export function paperBot(number: number, change: Partial<Bot> = {}): Bot {
  return {
    id: id(number),
    name: `Bot ${number}`,
    user: { id: id(900), email: 'a@example.com', username: 'a' },
    status: 'running',
    status_reason: null,
    mode: 'paper',
    bot_type: 'ema_strategy',
    strategy: { id: id(901), name: 'EMA Bot', version: 1 },
    symbols: ['SBIN-EQ'],
    capital_amount: 100_000,
    max_orders_per_day: 5,
    is_copy: false,
    is_plan_ended: false,
    is_participating: true,
    open_positions: 1,
    total_trades: 12,
    total_pnl: 0,
    started_at: NOW,
    created_at: NOW,
    updated_at: NOW,
    ...change,
  }
}

export function paperOrder(number: number, change: Partial<Trade>): Trade {
  return {
    id: id(number),
    bot_id: id(1),
    bot_name: 'Bot 1',
    symbol: 'SBIN-EQ',
    order_type: 'BUY',
    quantity: 10,
    filled_quantity: 0,
    price: 820.4,
    pnl: null,
    charges: 0,
    status: 'pending',
    state: 'created',
    detail: '',
    purpose: 'entry',
    reason: 'The fast average crossed above the EMA.',
    mode: 'paper',
    timestamp: '2026-11-16T05:00:00.000Z',
    ...change,
  }
}

export function paperPosition(number: number, change: Partial<OpenPosition>): OpenPosition {
  return {
    id: id(number),
    bot_id: id(1),
    symbol: 'SBIN-EQ',
    side: 'LONG',
    quantity: 10,
    average_price: 820,
    last_price: 825.5,
    unrealised_pnl: 55,
    stop_price: 811.8,
    target_price: 836.4,
    is_closing: false,
    opened_at: '2026-11-16T05:00:00.000Z',
    ...change,
  }
}
