import { openTradingAccount, type Slot } from '@trading-bot/core/trading/trading-account'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import { closeStep } from '@trading-bot/core/trading/close-step'
import { decideOrders } from '@trading-bot/core/trading/decide-orders'
import { markPosition } from '@trading-bot/core/trading/mark-position'
import { rollSession } from '@trading-bot/core/trading/roll-session'
import { settleEntry } from '@trading-bot/core/trading/settle-entry'
import { settleExit } from '@trading-bot/core/trading/settle-exit'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { signalsByMinute } from '@trading-bot/core/backtest/signals-by-minute'
import { INTERVAL_MS, type Interval } from '@trading-bot/core/intervals/interval'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { ExitReason } from '@trading-bot/core/round-trip'
import { expect, test } from 'vitest'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { FILL_MODEL, openPaperDay, STOCKS, TRADER } from './testing/open-paper-day.ts'

const REPLAYED_MINUTES = 58

test('one strategy runner serves all its instances, and two accounts with equal settings trade the same', async () => {
  const day = openPaperDay({ instances: [TRADER, { ...TRADER, id: 'other', userId: 'other' }] })
  await day.begin()
  await day.pass(59.5 * MINUTE_MS)
  const tradesOf = (id: string) =>
    [...day.memory.rows.orders.values()]
      .filter(({ instanceId }) => instanceId === id)
      .map(({ token, side, quantity, purpose, fills }) => [token, side, quantity, purpose, fills[0]?.pricePaise])
  expect(tradesOf('bot').length).toBeGreaterThan(20)
  expect(tradesOf('other')).toEqual(tradesOf('bot'))
  // Square-off at :59 closes everything.
  expect([...day.memory.rows.positions.values()].filter(({ closedAtMs }) => closedAtMs === null)).toEqual([])
  await day.end()
})

test.each([
  ['1m', 20],
  ['5m', 4],
] as const)(
  'a recorded paper hour on bars of %s replayed through the backtest kernel with its fills and stops gives the same intents',
  async (interval, fewest) => {
    // Near enough that a quiet hour reaches some of them.
    const limits = { ...TRADER.limits, stopLossBps: 8, targetBps: 12 }
    const day = openPaperDay({ instances: [{ ...TRADER, interval, limits }] })
    await day.begin()
    const fromMs = day.time.clock.nowMs()
    await day.pass(59.5 * MINUTE_MS)
    const recorded = [...day.memory.rows.orders.values()]
    await day.end()
    const replayed = replay(recorded, day.exchange.market, fromMs, interval)
    // At the bar that closes as square-off begins, the position may already be closing.
    const untilMs = fromMs - (fromMs % MINUTE_MS) + REPLAYED_MINUTES * MINUTE_MS
    const intents = recorded
      .filter(({ purpose, reason }) => purpose === 'ENTRY' || reason === 'SIGNAL')
      .filter(({ decidedAtMs }) => decidedAtMs <= untilMs)
      .map(
        ({ decidedAtMs, token, side, quantity, purpose }) => `${decidedAtMs} ${token} ${purpose} ${side} ${quantity}`,
      )
    expect(replayed.toSorted()).toEqual(intents.toSorted())
    expect(intents.length).toBeGreaterThan(fewest)
    // Decisions wait for the end of a bar; stops and targets do not.
    const barMs = INTERVAL_MS[interval]
    const exits = recorded.filter(({ purpose }) => purpose === 'STOP' || purpose === 'TARGET')
    const decidedAt = recorded.filter((order) => !exits.includes(order) && order.purpose !== 'SQUARE_OFF')
    expect(decidedAt.filter(({ decidedAtMs }) => (decidedAtMs - fromMs + (fromMs % HOUR_MS)) % barMs !== 0)).toEqual([])
    expect(exits.some(({ decidedAtMs }) => decidedAtMs % MINUTE_MS !== 0)).toBe(true)
  },
)

/** Runs the kernel's step for every minute with the recorded fills instead of simulated ones and returns the intents. */
function replay(
  recorded: readonly LiveOrder[],
  market: Parameters<typeof simulateBars>[0],
  fromMs: number,
  interval: Interval,
): string[] {
  const { capital, limits } = TRADER
  const rest = { product: 'INTRADAY', rateCards: RATE_CARDS, interval } as const
  const dated = checkRules({ capital, limits, fillModel: FILL_MODEL, calendar: DEMO_CALENDAR, ...rest }, fromMs)
  const values = checkParameters(emaStrategy, TRADER.parameters)
  if (!dated.ok || !values.ok) throw new Error('the rules were refused')
  const rules = {
    ...dated.value,
    limits,
    fillModel: FILL_MODEL,
    reasons: emaStrategy.reasons,
  }
  const account = openTradingAccount(
    { ...rules, onTrade: () => {}, onDenial: () => {} },
    capital,
    STOCKS.map((stock) => ({ instrument: stock, traits: stock })),
  )
  const firstMs = fromMs - (fromMs % MINUTE_MS)
  const series = STOCKS.map((stock, index) => {
    const bars = simulateBars(market, stock, {
      fromMs: firstMs - 6_000 * MINUTE_MS,
      untilMs: firstMs + REPLAYED_MINUTES * MINUTE_MS,
    })
    if (!bars.ok) throw new Error(bars.refusal.sentence)
    const plan = emaStrategy.plan(values.value)
    const { signals } = signalsByMinute(plan, bars.value, { interval, calendar: DEMO_CALENDAR }, stock)
    return { slot: account.slots[index]!, bars: bars.value, signals, token: stock.token }
  })
  const intents: string[] = []
  const warmUpMs = firstMs - 1_500 * MINUTE_MS
  for (let timeMs = warmUpMs; timeMs < firstMs + REPLAYED_MINUTES * MINUTE_MS; timeMs += MINUTE_MS) {
    // Only stocks that traded in the minute have a bar of it.
    const closing = series.flatMap(({ bars, signals, ...rest }) => {
      const row = bars.timeMs.indexOf(timeMs)
      return row < 0 ? [] : [{ ...rest, closePaise: bars.closePaise[row]!, signal: signals[row]! }]
    })
    if (timeMs < firstMs) continue
    for (const { slot, token } of series) {
      if (timeMs >= slot.sessionKnownUntilMs) rollSession(account, slot, timeMs)
      feedBack(account, slot, recorded, token, timeMs)
    }
    for (const { slot, closePaise } of closing) if (slot.side !== 0) markPosition(account, slot, closePaise)
    closeStep(account)
    for (const { slot, closePaise, signal, token } of closing) {
      const held = slot.side
      const quantity = slot.quantity
      decideOrders(account, slot, { signal, closePaise, timeMs, closedAtMs: timeMs + MINUTE_MS })
      const at = `${timeMs + MINUTE_MS} ${token}`
      if (slot.pendingExit === 'SIGNAL') intents.push(`${at} EXIT ${held === 1 ? 'SELL' : 'BUY'} ${quantity}`)
      if (slot.pendingSide !== 0)
        intents.push(`${at} ENTRY ${slot.pendingSide === 1 ? 'BUY' : 'SELL'} ${slot.pendingQuantity}`)
    }
  }
  return intents
}

function feedBack(
  account: ReturnType<typeof openTradingAccount>,
  slot: Slot,
  recorded: readonly LiveOrder[],
  token: string,
  timeMs: number,
): void {
  const filled = recorded
    .filter((order) => order.token === token && order.fills.length > 0)
    .filter(({ fills }) => fills[0]!.atMs >= timeMs && fills[0]!.atMs < timeMs + MINUTE_MS)
    .toSorted(
      (left, right) =>
        left.fills[0]!.atMs - right.fills[0]!.atMs ||
        Number(left.purpose === 'ENTRY') - Number(right.purpose === 'ENTRY'),
    )
  for (const { purpose, fills, reason } of filled) {
    const [{ pricePaise, atMs }] = fills as [LiveOrder['fills'][number]]
    if (purpose === 'ENTRY') settleEntry(account, slot, pricePaise, atMs)
    else settleExit(account, slot, { pricePaise, atMs, reason: reason as ExitReason })
  }
}

const CRASH_POINTS = 140
// npm run proof tries every point.
const STRIDE = process.env['PROOF'] === 'on' ? 1 : 5

test('a crash before any step of the order path, and another during recovery, ends in correct books', {
  timeout: 120_000,
}, async () => {
  let isReached = true
  let deaths = 0
  for (let point = 1; isReached && point <= CRASH_POINTS; point += STRIDE) {
    isReached = false
    let step = 0
    let dieAt = point
    const day = openPaperDay({
      step: (what) => {
        // Twice a second, and no step of the order path.
        if (what === 'confirm' || ++step !== dieAt) return undefined
        isReached = true
        deaths++
        // For every third point, a second crash a few steps into the recovery.
        dieAt = point % 3 === 0 && deaths % 2 === 1 ? step + 4 : Infinity
        day.crash()
        return new Promise<never>(() => {})
      },
    })
    let seen = deaths
    const revive = async () => {
      while (deaths > seen) {
        seen = deaths
        await day.begin()
      }
    }
    await day.begin()
    await revive()
    for (let minute = 0; minute < 9; minute++) {
      await day.pass(MINUTE_MS)
      await revive()
    }
    const bot = day.memory.rows.instances.get('bot')!
    const open = [...day.memory.rows.positions.values()].filter(({ closedAtMs }) => closedAtMs === null)
    const positionsToClose = open.map(({ id }) => id)
    day.memory.rows.instances.set('bot', { ...bot, isRunning: false, closeRequests: 1, positionsToClose })
    day.memory.announce('bot')
    for (let minute = 0; minute < 3; minute++) {
      await day.pass(MINUTE_MS)
      await revive()
    }
    const orders = [...day.memory.rows.orders.values()]
    const left = orders.filter(({ endedAtMs }) => endedAtMs === null).map(({ state, purpose }) => `${purpose} ${state}`)
    expect(left, `died at step ${point}`).toEqual([])
    const held = orders.reduce(
      (sum, { side, fills }) =>
        sum + fills.reduce((part, { quantity }) => part + (side === 'BUY' ? quantity : -quantity), 0),
      0,
    )
    expect(held, `died at step ${point}`).toBe(0)
    expect(new Set(orders.map(({ clientId }) => clientId)).size).toBe(orders.length)
    await day.end()
  }
  expect(deaths).toBeGreaterThan(50 / STRIDE)
})
