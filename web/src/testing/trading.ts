// A trader's bots, positions and orders, made from the demo's recorded ones.
import { listOwnTrades, type TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import * as api from '@trading-bot/contract/rest/trading/bots'
import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { page } from 'vitest/browser'
import { answer, recorded } from './answers.ts'
import { button, dialog } from './controls.ts'

export const id = (number: number) => `0190b5a0-0000-7000-8000-${String(number).padStart(12, '0')}`

export function botOf(number: number, change: Partial<api.Bot> = {}): api.Bot {
  const [first] = recorded(api.listBots).data
  return { ...first!, id: id(number), name: `Bot ${number}`, open_positions: 1, ...change }
}

export function orderOf(number: number, change: Partial<api.Trade> = {}): api.Trade {
  const [first] = recorded(ofDemoBot(api.listBotOrders))
  return { ...first!, id: id(number), bot_id: id(1), quantity: 10, timestamp: '2026-11-17T05:00:00.000Z', ...change }
}

export function positionOf(number: number, change: Partial<api.OpenPosition> = {}): api.OpenPosition {
  const [first] = recorded(ofDemoBot(api.listBotPositions))
  const protection = { state: 'at_exchange', stop_at_exchange: 792, note: '' } as const
  const own = { bot_id: id(1), quantity: 10, average_price: 820, last_price: 825.5, unrealised_pnl: 55, protection }
  return { ...first!, id: id(number), ...own, ...change }
}

/** The trader has one bot, which holds these positions and has sent these orders. */
export function holdPositions(positions: api.OpenPosition[], orders: api.Trade[] = []): void {
  answer(api.listBots, { data: [botOf(1)] })
  answer(api.listBotPositions, positions)
  answer(api.listBotOrders, orders)
}

export function candlesOf(change: Partial<Candles> = {}): Candles {
  const bars: Candles['bars'] = [
    ['2026-11-17T18:49:00.000Z', 1113, 1114, 1112, 1113.45, 10],
    ['2026-11-17T18:50:00.000Z', 1113.45, 1113.75, 1113.25, 1113.5, 0],
  ]
  const now = {
    is_live: false,
    last_price: 1113.5,
    source: 'simulated' as const,
    prices: 'Simulated prices.',
    as_of: '2026-11-17T18:50:30.000Z',
  }
  return { symbol: 'SBIN-EQ', interval: '1m', bars, unknown: [], ...now, ...change }
}

/** A round trip: an entry with its fill and its charges, and the exit that was asked for. */
export function tradeDetailOf(): TradeDetail {
  const exit = recorded(listOwnTrades).find(({ pnl }) => pnl !== null)!
  const at = exit.timestamp
  const times = { decided_at: at, sent_at: at, executed_at: at, ended_at: at, broker_order_id: 'A1' }
  const lines = { brokerage: 20, stt: 0, exchange: 2.5, sebi: 0.1, stamp_duty: 2.4, gst: 4.07, dp: 0, total: 29.07 }
  const fills = [{ trade_id: 'T1', quantity: exit.quantity, price: exit.price, at }]
  const entry = { ...exit, id: id(7), purpose: 'entry', order_type: 'BUY', pnl: null } as const
  const prices = { average_price: 1508.6, stop_price: 1502.5, target_price: 1514.7 }
  const held = { opened_at: '2026-11-17T18:50:00.797Z', closed_at: at, charges: 76.77, pnl: exit.pnl }
  const order = { inputs: { fast: 1 }, fills, charges: lines, ...times }
  return {
    trade: exit,
    bot: { id: exit.bot_id, name: exit.bot_name, strategy: 'EMA Bot', version: 3, is_put_away: false },
    position: { side: 'LONG', ...prices, ...held },
    orders: [
      { ...order, trade: entry, is_asked_for: false },
      { ...order, trade: exit, is_asked_for: true },
    ],
  }
}

type Participation = CallAnswer<typeof api.readParticipation>

/** What the panel of the subscribed bot shows: the demo's running bot with these changes. */
export function participate(bot: Partial<api.Bot> | null, change: Partial<Participation> = {}): void {
  const base = recorded(api.readParticipation)
  const own = bot && { ...base.bot!, ...bot }
  answer(api.readParticipation, { ...base, bot: own, is_user_participating: own?.is_participating ?? false, ...change })
  answer(readBotLimits, recorded(ofDemoBot(readBotLimits)))
}

const panel = page.getByRole('region', { name: 'Your Bot', exact: true })
/** The subscribed bot's panel on the dashboard and the subscriptions page. */
export const botPanel = {
  panel,
  status: panel.css('[data-status]').first(),
  mode: panel.css('[data-mode]').first(),
  needs: panel.getByRole('list', { name: 'What your bot needs' }).getByRole('listitem'),
  limits: panel.getByRole('region', { name: 'Limits' }),
  press: (name: string) => button(name, panel).click(),
  confirm: (name: string) => button(name, dialog).click(),
}

/** A call of one bot, at the path where the demo's first bot was recorded. */
function ofDemoBot<C extends { path: string }>(spec: C): C {
  const [first] = recorded(api.listBots).data
  return { ...spec, path: spec.path.replace('{id}', first!.id) }
}
