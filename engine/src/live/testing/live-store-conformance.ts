// What every LiveStore must do. The in-memory store of the simulation and PostgreSQL pass the same tests, so that what
// the simulation proves also holds on the real database.
import type { InstanceId } from '@trading-bot/core/units'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import type { Fill } from '@trading-bot/core/fill'
import { indiaDayStartMs, indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { LiveOrder } from '../orders/live-order.ts'
import { FenceLost, type LiveStore, type StoredAccount, type WriteBatch } from '../live-store.ts'
import type { LivePosition } from '../positions/live-position.ts'
import { makeEntry, makeOrder, NOTHING } from './live-records.ts'

export type StoreUnderTest = {
  /** The store as another process opens it. */
  readonly open: () => LiveStore
  readonly nowMs: number
  readonly newId: () => string
  /** A running bot instance in live mode. */
  readonly addInstance: () => Promise<string>
  readonly stopInstance: (id: string) => Promise<void>
  readonly endPlan: (id: string) => Promise<void>
  /** The platform's kill switch. */
  readonly setSwitch: (isOn: boolean) => Promise<void>
  /** Another process claims the accounts although this one has not let go. */
  readonly takeOver: () => Promise<void>
}

export function testLiveStore(subject: () => StoreUnderTest): void {
  const session = () => {
    const openMs = subject().nowMs - 60 * MINUTE_MS
    return { number: 7, openMs, week: { number: 6, openMs: openMs - 24 * 60 * MINUTE_MS } }
  }

  async function claimed() {
    const store = subject().open()
    let fence = await store.claim()
    for (let tries = 0; fence === null && tries < 100; tries++) fence = await store.claim()
    if (fence === null) throw new Error('another process holds the accounts')
    const held = fence
    const write = (batch: Partial<WriteBatch>) => store.write(held, { ...NOTHING, ...batch })
    return { store, fence: held, write, release: () => store.release(held) }
  }

  const entryOf = (instanceId: InstanceId, change: Partial<LiveOrder> = {}) => makeEntry(subject(), instanceId, change)
  const orderOf = (position: LivePosition, change: Partial<LiveOrder>) => makeOrder(subject(), position, change)

  const fillOf = (side: Fill['side'], quantity = 10, pricePaise = 80_010): Fill => ({
    tradeId: subject().newId(),
    side,
    quantity,
    pricePaise,
    atMs: subject().nowMs,
  })

  async function load(store: LiveStore, fence: number, id: string): Promise<StoredAccount | undefined> {
    return (await store.load(fence, session())).find(({ instance }) => instance.id === id)
  }

  test('one process holds the accounts; another waits until it lets go, and the fencing number rises', async () => {
    const first = await claimed()
    const other = subject().open()
    expect(await other.claim()).toBeNull()
    expect(await first.store.renew(first.fence)).toBe(true)
    await first.release()
    const second = await claimed()
    expect(second.fence).toBe(first.fence + 1)
    expect(await first.store.renew(first.fence)).toBe(false)
    await second.release()
  })

  test('F24 a process that lost the accounts neither writes nor loads', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    await subject().takeOver()
    const { order, position } = entryOf(id)
    await expect(write({ newOrders: [order], positions: [position] })).rejects.toThrow(FenceLost)
    await expect(store.load(fence, session())).rejects.toThrow(FenceLost)
    await release()
    const next = await claimed()
    expect((await load(next.store, next.fence, id))?.positions).toEqual([])
    await next.release()
  })

  test('F22 a batch whose answer was lost is written again without a second order or fill', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { order, position } = entryOf(id)
    for (const _ of [1, 2]) expect((await write({ newOrders: [order], positions: [position] })).refused.size).toBe(0)
    const fill = fillOf('BUY', 4)
    const partly = { ...order, state: 'PARTIALLY_FILLED', brokerOrderId: 'b', fills: [fill] } as const
    for (const _ of [1, 2]) await write({ changedOrders: [partly], newFills: [{ orderId: order.id, fill }] })
    const account = await load(store, fence, id)
    expect(account?.positions).toMatchObject([{ orders: [{ id: order.id, fills: [fill] }] }])
    await release()
  })

  test('a client id used for two different orders is an error, never skipped', async () => {
    const id = await subject().addInstance()
    const { write, release } = await claimed()
    const first = entryOf(id)
    const second = entryOf(id, { clientId: first.order.clientId })
    await write({ newOrders: [first.order], positions: [first.position] })
    await expect(write({ newOrders: [second.order], positions: [second.position] })).rejects.toThrow('client id')
    await release()
  })

  test('everything that the engine knows of an order and a position comes back as it was written', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { nowMs } = subject()
    const { order, position } = entryOf(id)
    const stop = orderOf(position, { purpose: 'PROTECT', reason: 'STOP_LOSS', triggerPaise: 79_200, state: 'SENDING' })
    await write({ newOrders: [order, stop], positions: [position] })
    const bought = fillOf('BUY')
    const sold = fillOf('SELL', 4, 79_500)
    const filled: LiveOrder = {
      ...order,
      state: 'FILLED',
      brokerOrderId: 'b1',
      fills: [bought],
      acknowledgedAtMs: nowMs,
      endedAtMs: nowMs,
      charges: chargesOn(nowMs, 'BUY', 800_100),
    }
    const changed: LiveOrder = {
      ...stop,
      quantity: 12,
      reason: 'TARGET',
      triggerPaise: null,
      limitPaise: 79_600,
      state: 'MODIFYING',
      code: 'CHANGE_REFUSED',
      detail: 'The broker said no.',
      brokerOrderId: 'b2',
      fills: [sold],
      acknowledgedAtMs: nowMs,
      isLate: true,
    }
    const held = {
      ...position,
      stopPaise: 79_200,
      targetPaise: 82_000,
      openedAtMs: nowMs,
      exitReason: 'TARGET',
    } as const
    await write({
      changedOrders: [filled, changed],
      newFills: [
        { orderId: order.id, fill: bought },
        { orderId: stop.id, fill: sold },
      ],
      positions: [held],
    })
    const account = await load(store, fence, id)
    expect(account?.positions).toEqual([{ ...held, orders: [filled, changed], bookedPaise: 0 }])
    await release()
  })

  test('an ended order does not change any more', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { order, position } = entryOf(id)
    await write({ newOrders: [order], positions: [position] })
    await write({ changedOrders: [{ ...order, state: 'REJECTED', endedAtMs: subject().nowMs }] })
    await write({ changedOrders: [{ ...order, state: 'ACKNOWLEDGED' }] })
    expect((await load(store, fence, id))?.positions[0]?.orders).toMatchObject([{ state: 'REJECTED' }])
    await release()
  })

  test('a restart asks after orders that were being sent, and keeps changes on their way as such', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const states = ['CREATED', 'SENDING', 'MODIFYING', 'CANCELLING', 'RESTING'] as const
    const entries = states.map((state) => entryOf(id, { state: state === 'CREATED' ? state : 'SENDING' }))
    await write({ newOrders: entries.map(({ order }) => order), positions: entries.map(({ position }) => position) })
    const later = entries
      .slice(2)
      .map(({ order }, index) => ({ ...order, state: states[index + 2]!, brokerOrderId: 'b' }))
    await write({ changedOrders: later })
    const account = await load(store, fence, id)
    const stateOf = new Map(account?.positions.flatMap(({ orders }) => orders).map((order) => [order.id, order.state]))
    expect(entries.map(({ order }) => stateOf.get(order.id))).toEqual([
      'CREATED',
      'UNKNOWN',
      'MODIFYING',
      'CANCELLING',
      'RESTING',
    ])
    expect(account?.entriesThisSession).toBe(entries.length)
    await release()
  })

  test.each([
    [
      'F29 a kill switch',
      (id: string) =>
        subject()
          .setSwitch(true)
          .then(() => id),
    ],
    ['a stopped bot', (id: string) => subject().stopInstance(id)],
    ['an ended plan', (id: string) => subject().endPlan(id)],
  ])('%s denies entries in the statement that records or sends them; exits pass', async (_, forbid) => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const waiting = entryOf(id, { state: 'CREATED', sentAtMs: null })
    await write({ newOrders: [waiting.order], positions: [waiting.position] })
    await forbid(id)
    const entry = entryOf(id)
    const purposes = ['STOP', 'TARGET', 'EXIT', 'SQUARE_OFF', 'PROTECT', 'OUTSIDE'] as const
    const exits = purposes.map((purpose) => orderOf(entry.position, { purpose }))
    const { refused } = await write({
      newOrders: [entry.order, ...exits],
      positions: [entry.position],
      sendings: [{ ...waiting.order, state: 'SENDING', sentAtMs: subject().nowMs }],
    })
    expect([...refused].toSorted()).toEqual([entry.order.id, waiting.order.id].toSorted())
    // Written again because its answer was lost, it is refused again.
    await subject().setSwitch(false)
    expect([...(await write({ newOrders: [entry.order], positions: [entry.position] })).refused]).toEqual([
      entry.order.id,
    ])
    const account = await load(store, fence, id)
    const denied = account?.positions.flatMap(({ orders }) => orders).find((order) => order.id === entry.order.id)
    expect(denied).toMatchObject({ state: 'DENIED', code: 'SWITCHED_OFF' })
    await release()
  })

  test('an order that counts as lost comes back with its closed position, and keeps its bot with the engine', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { order, position } = entryOf(id)
    await write({ newOrders: [order], positions: [position] })
    const endedAtMs = subject().nowMs
    await write({
      changedOrders: [{ ...order, state: 'EXPIRED', code: 'NOT_PLACED', endedAtMs }],
      positions: [{ ...position, closedAtMs: endedAtMs }],
    })
    await subject().stopInstance(id)
    const account = await load(store, fence, id)
    expect(account).toMatchObject({ positions: [], lost: [{ id: position.id, orders: [{ id: order.id }] }] })
    expect(await store.instances([id])).toMatchObject([{ id, isRunning: false }])
    // Found after all, it is open again.
    await write({
      changedOrders: [{ ...order, state: 'ACKNOWLEDGED', brokerOrderId: 'b', isLate: true }],
      positions: [{ ...position, closedAtMs: null, isOrphaned: true }],
    })
    const [found] = await store.accounts([id], session())
    expect(found?.positions).toMatchObject([{ isOrphaned: true, orders: [{ state: 'ACKNOWLEDGED', isLate: true }] }])
    await release()
  })

  test('a flat bot that is stopped leaves the engine', async () => {
    const id = await subject().addInstance()
    const { store, fence, release } = await claimed()
    expect(await store.instances([id])).toMatchObject([{ id, isRunning: true }])
    await subject().stopInstance(id)
    expect(await store.instances([id])).toEqual([])
    expect(await load(store, fence, id)).toBeUndefined()
    await release()
  })

  test('what was sent today is known after its position is closed', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { nowMs } = subject()
    const { order, position } = entryOf(id)
    const unsent = entryOf(id, { state: 'CREATED', sentAtMs: null })
    const yesterdayMs = indiaDayStartMs(indiaDayNumber(nowMs)) - MINUTE_MS
    const old = entryOf(id, { decidedAtMs: yesterdayMs, sentAtMs: yesterdayMs, brokerOrderId: 'old' })
    await write({
      newOrders: [order, unsent.order, old.order],
      positions: [position, unsent.position, old.position],
    })
    const fill = fillOf('BUY')
    const closing = fillOf('SELL')
    const byOwner = orderOf(position, { purpose: 'OUTSIDE', side: 'SELL', brokerOrderId: 'o1', fills: [closing] })
    const filled = { state: 'FILLED', endedAtMs: nowMs } as const
    await write({
      newOrders: [byOwner],
      changedOrders: [
        { ...order, ...filled, brokerOrderId: 'b1', fills: [fill] },
        { ...byOwner, ...filled },
        old.order,
      ],
      newFills: [
        { orderId: order.id, fill },
        { orderId: byOwner.id, fill: closing },
      ],
      positions: [{ ...position, closedAtMs: nowMs }],
    })
    const account = await load(store, fence, id)
    const sent = { token: '3045', filledQuantity: 10 }
    const outside = [{ tradeId: closing.tradeId, quantity: 10 }]
    expect(account?.sentToday.toSorted((left, right) => left.brokerOrderId.localeCompare(right.brokerOrderId))).toEqual(
      [
        { ...sent, brokerOrderId: 'b1', side: 'BUY', outside: [] },
        { ...sent, brokerOrderId: 'o1', side: 'SELL', outside },
      ],
    )
    await release()
  })

  test('profit counts by side and session, and a reached limit survives a restart', async () => {
    const id = await subject().addInstance()
    const { store, fence, write, release } = await claimed()
    const { nowMs } = subject()
    const today = entryOf(id)
    const short = entryOf(id)
    const earlier = entryOf(id, { decidedAtMs: session().openMs - MINUTE_MS })
    Object.assign(short.position, { direction: -1 })
    const exits = [
      { of: today, pnlPaise: 1_234, endedAtMs: nowMs },
      { of: short, pnlPaise: -500, endedAtMs: nowMs },
      { of: earlier, pnlPaise: 77, endedAtMs: session().openMs - 1 },
    ].map(({ of, pnlPaise, endedAtMs }) => ({ exit: orderOf(of.position, { purpose: 'EXIT' }), pnlPaise, endedAtMs }))
    const entries = [today, short, earlier]
    await write({
      newOrders: [...entries.map(({ order }) => order), ...exits.map(({ exit }) => exit)],
      positions: entries.map(({ position }) => position),
    })
    await write({
      changedOrders: exits.map(({ exit, pnlPaise, endedAtMs }) => ({ ...exit, state: 'FILLED', pnlPaise, endedAtMs })),
      stoppedDays: [{ instanceId: id, sessionNumber: session().number, by: 'DAILY_LOSS' }],
    })
    expect(await load(store, fence, id)).toMatchObject({
      realisedLongPaise: 1_311,
      realisedShortPaise: -500,
      realisedThisSessionPaise: 734,
      realisedThisWeekPaise: 811,
      entriesThisSession: 2,
      stoppedBy: 'DAILY_LOSS',
    })
    await release()
  })
}
