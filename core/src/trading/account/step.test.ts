import { expect, test } from 'vitest'
import type { BrokerFill, BrokerOrder } from '../../broker.ts'
import { UNLIMITED } from '../../risk/limits.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from '../../strategies/signal.ts'
import type { LiveOrder } from './state/live-order.ts'
import { openMachine, PRICE_PAISE, START_MS, TOKEN } from './testing/open-machine.ts'

type Machine = ReturnType<typeof openMachine>

/** The row of an order that has filled so much. */
function rowOf({ brokerOrderId, clientId, side, quantity }: LiveOrder, filledQuantity: number): BrokerOrder {
  const state = filledQuantity === quantity ? 'COMPLETE' : 'WORKING'
  const filled = { filledQuantity, averagePaise: filledQuantity === 0 ? 0 : PRICE_PAISE }
  return {
    brokerOrderId: brokerOrderId!,
    clientId,
    token: TOKEN,
    side,
    quantity,
    ...filled,
    state,
    text: '',
    updatedMs: null,
  }
}

function tradeOf({ brokerOrderId, side }: LiveOrder, quantity: number, pricePaise = PRICE_PAISE): BrokerFill {
  const tradeId = `${brokerOrderId}-${quantity}-${pricePaise}`
  return { tradeId, brokerOrderId: brokerOrderId!, side, quantity, pricePaise, atMs: START_MS }
}

/** Records and places the newest order. */
function send({ take, last }: Machine): LiveOrder {
  const order = last()
  take({ kind: 'RECORDED', order, isDenied: false })
  take({ kind: 'PLACED', order, outcome: { kind: 'acknowledged', brokerOrderId: `at-${order.id}` } })
  return order
}

function read({ take }: Machine, orders: readonly BrokerOrder[], trades: readonly BrokerFill[]) {
  take({ kind: 'LOOK_UP' })
  return take({ kind: 'BOOKS', books: { orders, trades, positions: null } })
}

test('an order is recorded before it is placed, and placed only once it is recorded', () => {
  const machine = openMachine()
  const wanted = machine.decide(ENTER_LONG)
  expect(wanted.map((effect) => effect.do)).toContain('SUBMIT')
  expect(wanted.map((effect) => effect.do)).not.toContain('PLACE')
  const order = machine.last()
  expect(order).toMatchObject({ purpose: 'ENTRY', state: 'SENDING', quantity: 100 })
  expect(machine.take({ kind: 'RECORDED', order, isDenied: false })).toMatchObject([{ do: 'PLACE', order }])
})

test('an entry that the store denies releases its capital and leaves no position', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const { longCapital } = machine.account.core
  expect(longCapital.inUsePaise).toBe(100 * PRICE_PAISE)
  machine.take({ kind: 'RECORDED', order: machine.last(), isDenied: true })
  expect([longCapital.inUsePaise, machine.slot.pendingSide, machine.account.positions.size]).toEqual([0, 0, 0])
})

test('a reported fill wants its stop at once, for the shares that were reported', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  const wanted = machine.take({ kind: 'ORDER_UPDATE', row: rowOf(entry, 40) })
  const submitted = wanted.flatMap((effect) => (effect.do === 'SUBMIT' ? [effect.order] : []))
  expect(submitted).toMatchObject([{ purpose: 'PROTECT', quantity: 40, triggerPaise: PRICE_PAISE * 0.99 }])
})

test('what is held, what is pending and the capital in use follow the fills of one entry', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  read(machine, [rowOf(entry, 40)], [tradeOf(entry, 40, PRICE_PAISE - 500)])
  const { slot, account } = machine
  expect(slot).toMatchObject({ side: 1, quantity: 40, pendingSide: 1, pendingQuantity: 60 })
  expect(account.core.longCapital.inUsePaise).toBe(40 * (PRICE_PAISE - 500) + 60 * PRICE_PAISE)
  read(machine, [{ ...rowOf(entry, 40), state: 'CANCELLED' }], [tradeOf(entry, 40, PRICE_PAISE - 500)])
  expect(slot).toMatchObject({ side: 1, quantity: 40, pendingSide: 0 })
  expect(account.core.longCapital.inUsePaise).toBe(40 * (PRICE_PAISE - 500))
})

test('the profit of an exit is booked once, when the exit ends, and the whole of it with the last one', () => {
  const machine = openMachine({ mode: 'PAPER' })
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  machine.decide(EXIT_LONG)
  const first = send(machine)
  const part = tradeOf(first, 30, PRICE_PAISE + 100)
  read(machine, [rowOf(entry, 100), rowOf(first, 30)], [part])
  const { account, slot } = machine
  expect(account.core.realisedPaise).toBe(0)
  expect(slot).toMatchObject({ quantity: 70, exitedQuantity: 30 })
  read(machine, [rowOf(entry, 100), { ...rowOf(first, 30), state: 'CANCELLED' }], [part])
  expect(account.core.realisedPaise).toBe(first.pnlPaise)
  expect(slot).toMatchObject({ quantity: 70, exitedQuantity: 0, entryValuePaise: 70 * PRICE_PAISE })
  machine.take({ kind: 'TIMER', timer: { what: 'FOLLOW_EXIT', positionId: first.positionId } }, 1_000)
  const second = send(machine)
  expect(second).toMatchObject({ quantity: 70, purpose: 'EXIT' })
  read(machine, [rowOf(second, 70)], [tradeOf(second, 70, PRICE_PAISE + 200)])
  const charges = [entry, first, second].reduce((sum, order) => sum + (order.charges?.totalPaise ?? 0), 0)
  expect(account.core.realisedPaise).toBe(30 * 100 + 70 * 200 - charges)
  expect([account.core.longCapital.inUsePaise, account.positions.size]).toEqual([0, 0])
})

test('an account that another engine may have does nothing more', () => {
  const machine = openMachine()
  machine.account.isGone = true
  expect(machine.decide(ENTER_LONG)).toEqual([])
})

test('an order without an answer is looked for every two seconds at first: it may hold shares without a stop', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const order = machine.last()
  machine.take({ kind: 'RECORDED', order, isDenied: false })
  machine.take({ kind: 'PLACED', order, outcome: { kind: 'unknown', why: 'no answer' } })
  const again = () => read(machine, [], []).flatMap((effect) => (effect.do === 'LOOK_UP' ? [effect.inMs] : []))
  expect(again()).toEqual([2_000])
  machine.take({ kind: 'SECOND' }, 31_000)
  expect(again()).not.toContain(2_000)
})

test('a stop that the order socket shows elsewhere is looked for every second until the book shows it too', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  const [filled, trades] = [rowOf(entry, 100), [tradeOf(entry, 100)]]
  read(machine, [filled], trades)
  const stop = send(machine)
  const triggerPaise = stop.triggerPaise!
  const row: BrokerOrder = { ...rowOf(stop, 0), state: 'RESTING', triggerPaise, updatedMs: START_MS }
  const moved = { ...row, triggerPaise: triggerPaise - 1_000 }
  const again = (shown: BrokerOrder) =>
    read(machine, [filled, shown], trades).flatMap((effect) => (effect.do === 'LOOK_UP' ? [effect.inMs] : []))
  expect(again(row)).toEqual([15_000])
  machine.take({ kind: 'ORDER_UPDATE', row: moved })
  expect(again(row)).toEqual([1_000])
  expect(stop.triggerPaise).toBe(triggerPaise)
  machine.take({ kind: 'SECOND' }, 1_000)
  expect(again(moved)).not.toContain(1_000)
  expect(machine.last()).toMatchObject({ id: stop.id, triggerPaise, state: 'MODIFYING' })
})

test('an update that is older than the row in the book hurries nothing', () => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  const [filled, trades] = [rowOf(entry, 100), [tradeOf(entry, 100)]]
  read(machine, [filled], trades)
  const stop = send(machine)
  const { triggerPaise } = stop
  const row: BrokerOrder = { ...rowOf(stop, 0), state: 'RESTING', triggerPaise: triggerPaise!, updatedMs: START_MS }
  machine.take({ kind: 'ORDER_UPDATE', row: { ...row, triggerPaise: triggerPaise! - 1_000, updatedMs: START_MS - 1 } })
  const wanted = read(machine, [filled, row], trades)
  expect(wanted).toContainEqual({ do: 'LOOK_UP', inMs: 15_000 })
})

test.each([
  ['missed at once counts as not placed after half a minute', 1_000, 30_000],
  ['first missed half a minute after it was sent, as after a hand-over, after five seconds', 31_000, 5_000],
])('an order without an answer that is %s', (_, firstMs, thenMs) => {
  const machine = openMachine()
  machine.decide(ENTER_LONG)
  const order = machine.last()
  machine.take({ kind: 'RECORDED', order, isDenied: false })
  machine.take({ kind: 'PLACED', order, outcome: { kind: 'unknown', why: 'no answer' } })
  machine.take({ kind: 'SECOND' }, firstMs)
  read(machine, [], [])
  machine.take({ kind: 'SECOND' }, thenMs - 1)
  read(machine, [], [])
  expect(order.state).toBe('UNKNOWN')
  machine.take({ kind: 'SECOND' }, 1)
  read(machine, [], [])
  expect(order.state).toBe('LOST')
})

/** A long position whose exit had no answer and counts as never placed. */
function loseExit(machine: Machine): { readonly entry: LiveOrder; readonly exit: LiveOrder } {
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  machine.decide(EXIT_LONG)
  const exit = machine.last()
  machine.take({ kind: 'RECORDED', order: exit, isDenied: false })
  machine.take({ kind: 'PLACED', order: exit, outcome: { kind: 'unknown', why: 'no answer' } })
  for (const afterMs of [31_000, 5_000]) {
    machine.take({ kind: 'SECOND' }, afterMs)
    read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  }
  expect(exit.state).toBe('LOST')
  return { entry, exit }
}

test('a lost order that the exchange turns out to have refused is rejected, and its freeze is learnt', () => {
  const machine = openMachine({ mode: 'PAPER' })
  const { entry, exit } = loseExit(machine)
  const text = '17080: The order quantity is above the quantity freeze limit'
  const row: BrokerOrder = { ...rowOf({ ...exit, brokerOrderId: 'late' }, 0), state: 'REJECTED', text }
  const wanted = read(machine, [rowOf(entry, 100), row], [tradeOf(entry, 100)])
  expect(wanted.map((effect) => effect.do)).not.toContain('REPORT_ILLEGAL')
  expect(exit).toMatchObject({ state: 'REJECTED', code: 'REJECTED_BY_EXCHANGE', detail: text })
  expect(machine.account.context.freezes.get(TOKEN)?.most).toBe(50)
})

test('a lost order that was cancelled with a part of its shares has sold them', () => {
  const machine = openMachine({ mode: 'PAPER' })
  const { entry, exit } = loseExit(machine)
  const row: BrokerOrder = { ...rowOf({ ...exit, brokerOrderId: 'late' }, 30), state: 'CANCELLED' }
  const trades = [tradeOf(entry, 100), tradeOf({ ...exit, brokerOrderId: 'late' }, 30, PRICE_PAISE + 100)]
  for (let reading = 0; reading < 2; reading++) read(machine, [rowOf(entry, 100), row], trades)
  expect(exit).toMatchObject({ state: 'CANCELLED', isLate: true })
  expect(machine.account.core.realisedPaise).toBe(exit.pnlPaise)
  expect(machine.slot).toMatchObject({ quantity: 70, exitedQuantity: 0 })
})

test('an exit above the freeze quantity is followed at once by a smaller one', () => {
  const machine = openMachine({ mode: 'PAPER' })
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  machine.decide(EXIT_LONG)
  const sizes: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const exit = send(machine)
    sizes.push(exit.quantity)
    const row: BrokerOrder = { ...rowOf(exit, 0), state: 'REJECTED', text: 'quantity freeze' }
    read(machine, [rowOf(entry, 100), row], [tradeOf(entry, 100)])
  }
  expect(sizes).toEqual([100, 50, 25])
})

test('a fill of another bot’s order, whose answer is still on its way, closes nothing outside', () => {
  const machine = openMachine()
  machine.decide(ENTER_SHORT)
  const entry = send(machine)
  read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  const stop = send(machine)
  const other = openMachine({ id: 'other' }, machine)
  other.decide(ENTER_LONG)
  const order = other.last()
  other.take({ kind: 'RECORDED', order, isDenied: false })
  const sent = { ...order, brokerOrderId: 'unanswered' }
  const orders = [rowOf(entry, 100), { ...rowOf(stop, 0), state: 'RESTING' as const }, rowOf(sent, 100)]
  const trades = [tradeOf(entry, 100), tradeOf(sent, 100)]
  const bought = { buyQuantity: 100, buyValuePaise: 100 * PRICE_PAISE }
  const sold = { sellQuantity: 100, sellValuePaise: 100 * PRICE_PAISE }
  const positions = [{ token: TOKEN, product: 'INTRADAY' as const, ...bought, ...sold }]
  for (let reading = 0; reading < 3; reading++) {
    machine.take({ kind: 'LOOK_UP' }, 5_000)
    machine.take({ kind: 'BOOKS', books: { orders, trades, positions } })
  }
  expect([...machine.account.positions.values()]).toMatchObject([{ shortage: { quantity: 100, explained: 0 } }])
  expect(stop.state).toBe('RESTING')
  other.take({ kind: 'PLACED', order, outcome: { kind: 'unknown', why: 'no answer' } })
  read(other, orders, trades)
  expect(order).toMatchObject({ state: 'FILLED', brokerOrderId: 'unanswered' })
})

test('a trailing stop that cannot follow its price is tried again after a pause, and not at once for ever', () => {
  const limits = { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100, trailingStopBps: 100 }
  const machine = openMachine({ limits })
  machine.decide(ENTER_LONG)
  const entry = send(machine)
  read(machine, [rowOf(entry, 100)], [tradeOf(entry, 100)])
  const { account, take } = machine
  // Fewer calls are left in the hour than exits are kept.
  for (let calls = 0; calls < 900; calls++) account.orderRateLimiter.spend(account.context.nowMs)
  account.context.lastPaise.set(TOKEN, PRICE_PAISE * 1.01)
  const { positionId } = entry
  const wanted = take({ kind: 'LEVEL', positionId, level: 'TRAIL' })
  expect(wanted).toEqual([{ do: 'SET_TIMER', key: null, inMs: 10_000, timer: { what: 'TRAIL', positionId } }])
})
