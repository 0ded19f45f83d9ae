import { readBotLimits, readOwnLimits, updateOwnLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { duplicateBot, syncBotConfig } from '@trading-bot/contract/rest/trading/bots'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTrader, SBIN, TRADER_SETTINGS } from '../../../testing/test-traders.ts'
import { holdShares } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const PRICES = new Map<string, number>()
const server = serverForFile({}, { prices: { lastPaise: (token) => PRICES.get(token) } })

const NONE = { max_loss_per_day: null, max_profit_per_day: null, max_open_positions: null, excluded_symbols: [] }
const TIGHT = { max_loss_per_day: 400, max_profit_per_day: 900.5, max_open_positions: 1, excluded_symbols: ['TCS-EQ'] }
const TCS = { ...SBIN, symbol: 'TCS-EQ', token: '11536' }

/** A trader whose bot trades two symbols and may lose ₹1,000 a day. */
async function addBounded() {
  const trader = await addTrader(server)
  const { limits } = TRADER_SETTINGS
  const settings = {
    ...TRADER_SETTINGS,
    instruments: [SBIN, TCS],
    limits: { ...limits, maxLossPerDayPaise: 100_000, maxProfitPerDayPaise: 500_000 },
  }
  await sql`update user_bots set settings = ${JSON.stringify(settings)} where id = ${trader.id}`.execute(server.db)
  return trader
}

const auditOf = async (id: string) =>
  server.db
    .selectFrom('audit_lines')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'bot.limits_changed')
    .execute()

test('an owner tightens the limits of a running bot: stored, audited, and shown where all limits are shown', async () => {
  const { id, token } = await addBounded()
  const { body: before } = await server.call(readOwnLimits, { id }, token)
  expect(before).toEqual({
    own: NONE,
    bounds: { max_loss_per_day: 1000, max_profit_per_day: 5000, max_open_positions: 2 },
    symbols: ['SBIN-EQ', 'TCS-EQ'],
    capital: 100_000,
    capital_per_symbol: 50_000,
    day_net: 0,
    held_symbols: [],
  })
  const { body } = await server.call(updateOwnLimits, { id, ...TIGHT }, token)
  expect(body).toEqual({ message: 'Limits saved. They apply at once.', limits: { ...before, own: TIGHT } })
  expect(await auditOf(id)).toEqual([{ action: 'bot.limits_changed', before: NONE, after: TIGHT }])
  const shown = (await server.call(readBotLimits, { id }, token)).body
  expect(shown.filter(({ is_own }) => is_own).map(({ code, limit, basis }) => [code, limit, basis])).toEqual([
    ['daily_loss', 400, 'Net of charges, open positions and the cost of closing them'],
    ['daily_profit', 900.5, 'Net of charges, open positions and the cost of closing them'],
    ['open_positions', 1, 'Symbols held at the same time'],
    ['excluded_symbols', 2, 'No new positions in TCS-EQ'],
  ])
  // The same once more changes nothing and leaves no line in the audit.
  expect((await server.call(updateOwnLimits, { id, ...TIGHT }, token)).body.message).toBe('No change to save.')
  expect(await auditOf(id)).toHaveLength(1)
})

test('a looser limit is refused at its field with the bound, and nothing is saved', async () => {
  const { id, token } = await addBounded()
  const loose = { max_loss_per_day: 1000.01, max_profit_per_day: 5001, max_open_positions: 3, excluded_symbols: ['X'] }
  const refused = await server.call(updateOwnLimits, { id, ...loose }, token)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    max_loss_per_day: ['Max loss per day can’t be above ₹1,000.00, the limit this bot already has.'],
    max_profit_per_day: ['Profit to stop at can’t be above ₹5,000.00, the limit this bot already has.'],
    max_open_positions: ['Max open positions can’t be above 2: this bot trades 2 symbols.'],
    excluded_symbols: ['This bot does not trade X.'],
  })
  const all = { ...NONE, excluded_symbols: ['SBIN-EQ', 'TCS-EQ'] }
  expect((await server.call(updateOwnLimits, { id, ...all }, token)).body).toMatchObject({
    excluded_symbols: ['Keep at least one symbol. To open no new positions at all, pause the bot.'],
  })
  for (const wrong of [
    { max_loss_per_day: -5 },
    { max_loss_per_day: 0 },
    { max_profit_per_day: 0.5 },
    { max_open_positions: 0 },
    { max_open_positions: 1.5 },
  ])
    expect((await server.call(updateOwnLimits, { id, ...NONE, ...wrong }, token)).status).toBe(400)
  expect((await server.call(readOwnLimits, { id }, token)).body.own).toEqual(NONE)
  expect(await auditOf(id)).toEqual([])
  expect((await server.call(updateOwnLimits, { id, ...NONE, max_loss_per_day: 1000 }, token)).status).toBe(200)
})

test('only the owner may tighten, and another user’s bot does not exist', async () => {
  const { id } = await addBounded()
  const other = await addBounded()
  for (const read of [readOwnLimits, readBotLimits])
    expect((await server.call(read, { id }, other.token)).status).toBe(404)
  expect((await server.call(updateOwnLimits, { id, ...TIGHT }, other.token)).status).toBe(404)
  expect((await server.call(updateOwnLimits, { id, ...TIGHT })).status).toBe(401)
})

test('tighter limits outlast a synchronisation that brings stricter ones, whose bound then holds', async () => {
  const { id, token } = await addBounded()
  await server.call(updateOwnLimits, { id, ...TIGHT }, token)
  await sql`update user_bots set settings = jsonb_set(settings, '{limits,maxLossPerDayPaise}', '30000') where id = ${id}`.execute(
    server.db,
  )
  const shown = (await server.call(readBotLimits, { id }, token)).body.find(({ code }) => code === 'daily_loss')
  expect(shown).toMatchObject({ limit: 300, is_own: false })
  // Unchanged fields come back from the form and are no new choice.
  const next = { ...TIGHT, max_profit_per_day: 800 }
  expect((await server.call(updateOwnLimits, { id, ...next }, token)).status).toBe(200)
  await server.call(syncBotConfig, {}, token)
  expect((await server.call(readOwnLimits, { id }, token)).body.own).toEqual(next)
})

test('the owner’s copy of a bot keeps the tighter limits', async () => {
  const { id, token } = await addBounded()
  await server.call(updateOwnLimits, { id, ...TIGHT }, token)
  const copy = await server.call(duplicateBot, { id }, token)
  expect((await server.call(readOwnLimits, { id: copy.body.id }, token)).body.own).toEqual(TIGHT)
})

test('every limit comes with its basis and the figure net of charges and of the cost of closing', async () => {
  const trader = await addTrader(server)
  const { id, token } = trader
  await sql`update user_bots set settings = jsonb_set(settings, '{limits,maxLossPerDayPaise}', '20000') where id = ${id}`.execute(
    server.db,
  )
  await holdShares(server, trader)
  const read = async () => {
    const { body } = await server.call(readBotLimits, { id }, token)
    return Object.fromEntries(body.map((limit) => [limit.code, limit]))
  }
  // Without a price the figure is unknown, not zero.
  expect((await read())['daily_loss']).toMatchObject({ limit: 200, figure: null, is_reached: false })
  PRICES.set('3045', 79_000)
  // The sale slips to ₹789.80 on a tick of five paise.
  const valuePaise = 10 * 78_980
  const closingPaise = chargesOn(server.deps.clock.now().getTime(), 'SELL', valuePaise).totalPaise
  const netRupees = (valuePaise - 800_000 - 500 - closingPaise) / 100
  const limits = await read()
  expect(limits['daily_loss']).toMatchObject({
    name: 'Daily loss',
    limit: 200,
    figure: netRupees,
    basis: 'Net of charges, open positions and the cost of closing them',
    is_reached: false,
  })
  expect(limits['weekly_loss']).toMatchObject({ limit: null, figure: netRupees })
  expect(limits['drawdown']?.figure).toBe(-netRupees)
  expect(limits['open_value']?.figure).toBe(8_000)
  expect(limits['orders']).toMatchObject({ figure: 1, limit: 10 })
  PRICES.set('3045', 78_000)
  expect((await read())['daily_loss']?.is_reached).toBe(true)
})
