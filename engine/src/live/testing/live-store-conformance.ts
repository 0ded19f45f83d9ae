// What every LiveStore must do. The in-memory store of the simulation and PostgreSQL pass the same tests, so that what
// the simulation proves also holds on the real database.
import type { InstanceId } from '@trading-bot/core/units'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import type { Fill } from '@trading-bot/core/fill'
import { indiaDayStartMs, indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { FenceLost, type LiveStore, type WriteBatch } from '../book/live-store.ts'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import { LEASE_TRUST_MS } from '../book/leases/confirm-leases.ts'
import { type Lease, SHARDS } from '../book/leases/lease.ts'
import { makeEntry, makeOrder, NOTHING } from './live-records.ts'

const ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

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
  /** Another engine claims every shard although this one has not let go. */
  readonly takeOver: () => Promise<void>
  /** As if the database had slept for so long: everything it knows of the engines is so much older. */
  readonly letTimePass: (ms: number) => Promise<void>
  /** Every session of an engine ends, and its engine does not know it yet. */
  readonly endSessions: () => Promise<void>
}

export function testLiveStore(subject: () => StoreUnderTest): void {
  const session = () => {
    const openMs = subject().nowMs - 60 * MINUTE_MS
    return { number: 7, openMs, week: { number: 6, openMs: openMs - 24 * 60 * MINUTE_MS } }
  }

  /** As an engine that holds every shard. */
  async function claimed() {
    const store = subject().open()
    const leaseHolder = await store.join(() => {})
    const held = new Map<number, Lease>()
    // What another test has just let go of is free a moment later.
    for (let tries = 0; held.size < SHARDS && tries < 500; tries++) {
      for (const lease of await leaseHolder.claim(ALL.filter((shard) => !held.has(shard)))) held.set(lease.shard, lease)
    }
    if (held.size < SHARDS) throw new Error('another engine holds the accounts')
    const leases = [...held.values()]
    const write = (batch: Partial<WriteBatch>) => store.write(leases, { ...NOTHING, ...batch })
    return { store, leaseHolder, leases, write, release: leaseHolder.leave }
  }

  /** Each lease is waited for so long, less what the test itself has taken since then. */
  const expectWait = (leases: readonly Lease[], ms: number, sinceMs: number) => {
    const waits = leases.map(({ untilSafeMs }) => untilSafeMs)
    expect(Math.max(...waits)).toBeLessThanOrEqual(ms)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(Math.max(0, Math.floor(ms - (performance.now() - sinceMs))))
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

  async function load(store: LiveStore, leases: readonly Lease[], id: string): Promise<StoredAccount | undefined> {
    return (await store.load(leases, session())).find(({ instance }) => instance.id === id)
  }

  test('a shard has one holder; another engine sees it taken until it is released, and the fence rises', async () => {
    const first = await claimed()
    const other = await subject()
      .open()
      .join(() => {})
    expect(await other.confirm([])).toMatchObject({ share: 32, free: [] })
    expect(await other.claim(ALL)).toEqual([])
    expect(await first.leaseHolder.confirm(first.leases)).toMatchObject({ share: 32, isStillOurs: true })
    await first.leaseHolder.release([3, 5])
    expect((await other.confirm([])).free).toEqual([3, 5])
    const [lease] = await other.claim([3, 4])
    const before = first.leases.find(({ shard }) => shard === 3)!
    expect(lease).toEqual({ shard: 3, fence: before.fence + 1, untilSafeMs: 0 })
    expect(await first.leaseHolder.confirm(first.leases)).toMatchObject({ isStillOurs: false })
    const kept = first.leases.filter(({ shard }) => shard !== 3 && shard !== 5)
    expect(await first.leaseHolder.confirm(kept)).toMatchObject({ isStillOurs: true })
    await other.leave()
    await first.release()
  })

  test('an engine writes and loads the shards it holds, and none that another one has', async () => {
    const id = await subject().addInstance()
    const first = await claimed()
    const all = await first.store.instances([id], ALL)
    const shard = all[0]!.shard
    expect(
      await first.store.instances(
        [id],
        ALL.filter((each) => each !== shard),
      ),
    ).toEqual([])
    await first.leaseHolder.release([shard])
    const other = subject().open()
    const leaseHolder = await other.join(() => {})
    const taken = await leaseHolder.claim([shard])
    expect(await load(other, taken, id)).toBeDefined()
    const rest = first.leases.filter((lease) => lease.shard !== shard)
    expect(await load(first.store, rest, id)).toBeUndefined()
    const { order, position } = entryOf(id)
    await expect(first.write({ newOrders: [order], positions: [position] })).rejects.toThrow(FenceLost)
    await other.write(taken, { ...NOTHING, newOrders: [order], positions: [position] })
    await leaseHolder.leave()
    await first.release()
  })

  test.each([
    ['just now', 0],
    ['900 ms ago', 900],
    ['long ago', 60_000],
  ])('a shard whose session ended is safe a second after the last confirmation: %s', async (_, agoMs) => {
    const first = await claimed()
    const sinceMs = performance.now()
    await first.leaseHolder.confirm(first.leases)
    await subject().letTimePass(agoMs)
    await subject().endSessions()
    await expect(first.leaseHolder.confirm(first.leases)).rejects.toThrow()
    const next = await claimed()
    expectWait(next.leases, Math.max(0, LEASE_TRUST_MS - agoMs), sinceMs)
    // Whoever lets go while it waits has made nothing safe.
    await next.leaseHolder.confirm(next.leases)
    await subject().letTimePass(50)
    await next.release()
    const third = await claimed()
    expectWait(third.leases, Math.max(0, LEASE_TRUST_MS - agoMs - 50), sinceMs)
    await first.release()
    await third.release()
  })

  test('of holders that died one after the other the last confirmation counts', async () => {
    const first = await claimed()
    await subject().endSessions()
    const second = await claimed()
    await subject().letTimePass(500)
    const sinceMs = performance.now()
    await second.leaseHolder.confirm(second.leases)
    await subject().endSessions()
    const third = await claimed()
    expectWait(third.leases, LEASE_TRUST_MS, sinceMs)
    await third.release()
    await first.release()
    await second.release()
  })

  test('F24 a process that lost the accounts neither writes nor loads', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    await subject().takeOver()
    const { order, position } = entryOf(id)
    await expect(write({ newOrders: [order], positions: [position] })).rejects.toThrow(FenceLost)
    await expect(store.load(leases, session())).rejects.toThrow(FenceLost)
    await release()
    const next = await claimed()
    expect((await load(next.store, next.leases, id))?.positions).toEqual([])
    await next.release()
  })

  test('F22 a batch whose answer was lost is written again without a second order or fill', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    const { order, position } = entryOf(id)
    for (const _ of [1, 2]) expect((await write({ newOrders: [order], positions: [position] })).refused.size).toBe(0)
    const fill = fillOf('BUY', 4)
    const partly = { ...order, state: 'PARTIALLY_FILLED', brokerOrderId: 'b', fills: [fill] } as const
    for (const _ of [1, 2])
      await write({ changedOrders: [partly], newFills: [{ instanceId: id, orderId: order.id, fill }] })
    const account = await load(store, leases, id)
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
    const { store, leases, write, release } = await claimed()
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
      adoptedAtMs: nowMs,
      exitReason: 'TARGET',
      partToClose: 3,
    } as const
    await write({
      changedOrders: [filled, changed],
      newFills: [
        { instanceId: id, orderId: order.id, fill: bought },
        { instanceId: id, orderId: stop.id, fill: sold },
      ],
      positions: [held],
    })
    const account = await load(store, leases, id)
    expect(account?.positions).toEqual([{ ...held, orders: [filled, changed] }])
    await release()
  })

  test('an ended order does not change any more', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    const { order, position } = entryOf(id)
    await write({ newOrders: [order], positions: [position] })
    await write({ changedOrders: [{ ...order, state: 'REJECTED', endedAtMs: subject().nowMs }] })
    await write({ changedOrders: [{ ...order, state: 'ACKNOWLEDGED' }] })
    expect((await load(store, leases, id))?.positions[0]?.orders).toMatchObject([{ state: 'REJECTED' }])
    await release()
  })

  test('a restart asks after orders that were being sent, and keeps changes on their way as such', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    const states = ['CREATED', 'SENDING', 'MODIFYING', 'CANCELLING', 'RESTING'] as const
    const entries = states.map((state) => entryOf(id, { state: state === 'CREATED' ? state : 'SENDING' }))
    await write({ newOrders: entries.map(({ order }) => order), positions: entries.map(({ position }) => position) })
    const later = entries
      .slice(2)
      .map(({ order }, index) => ({ ...order, state: states[index + 2]!, brokerOrderId: 'b' }))
    await write({ changedOrders: later })
    const account = await load(store, leases, id)
    const stateOf = new Map(account?.positions.flatMap(({ orders }) => orders).map((order) => [order.id, order.state]))
    expect(entries.map(({ order }) => stateOf.get(order.id))).toEqual([
      'CREATED',
      'UNKNOWN',
      'MODIFYING',
      'CANCELLING',
      'RESTING',
    ])
    // One decision, whose orders are counted once, as the attempts and slices of an entry are.
    expect(account?.entriesThisSession).toBe(1)
    await release()
  })

  test('an entry with a limit counts towards the orders of the day once it has filled', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    const inputs = { limitPaise: 79_000 }
    const { order, position } = entryOf(id, { inputs, decidedAtMs: subject().nowMs - 60_000, brokerOrderId: 'b' })
    await write({ newOrders: [order], positions: [position] })
    const count = async () => (await load(store, leases, id))?.entriesThisSession
    // While it waits it may still fill.
    expect(await count()).toBe(1)
    await write({ changedOrders: [{ ...order, state: 'CANCELLED', endedAtMs: subject().nowMs }] })
    expect(await count()).toBe(0)
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
    const { store, leases, write, release } = await claimed()
    const waiting = entryOf(id, { state: 'CREATED', sentAtMs: null })
    await write({ newOrders: [waiting.order], positions: [waiting.position] })
    await forbid(id)
    const entry = entryOf(id)
    const purposes = ['STOP', 'TARGET', 'EXIT', 'SQUARE_OFF', 'PROTECT', 'OUTSIDE'] as const
    const exits = purposes.map((purpose) => orderOf(entry.position, { purpose }))
    // Found at the broker under the tag of another.
    const stray = entryOf(id, { state: 'ACKNOWLEDGED', brokerOrderId: 'b9' })
    const { refused } = await write({
      newOrders: [entry.order, stray.order, ...exits],
      positions: [entry.position, stray.position],
      sendings: [{ ...waiting.order, state: 'SENDING', sentAtMs: subject().nowMs }],
    })
    expect([...refused].toSorted()).toEqual([entry.order.id, waiting.order.id].toSorted())
    // Written again because its answer was lost, it is refused again.
    await subject().setSwitch(false)
    expect([...(await write({ newOrders: [entry.order], positions: [entry.position] })).refused]).toEqual([
      entry.order.id,
    ])
    const account = await load(store, leases, id)
    const denied = account?.positions.flatMap(({ orders }) => orders).find((order) => order.id === entry.order.id)
    expect(denied).toMatchObject({ state: 'DENIED', code: 'SWITCHED_OFF' })
    await release()
  })

  test('an order that counts as lost comes back with its closed position, and keeps its bot with the engine', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
    const { order, position } = entryOf(id)
    await write({ newOrders: [order], positions: [position] })
    const endedAtMs = subject().nowMs
    await write({
      changedOrders: [{ ...order, state: 'LOST', code: 'NOT_PLACED', endedAtMs }],
      positions: [{ ...position, closedAtMs: endedAtMs }],
    })
    await subject().stopInstance(id)
    const account = await load(store, leases, id)
    expect(account).toMatchObject({ positions: [], lost: [{ id: position.id, orders: [{ id: order.id }] }] })
    expect(await store.instances([id], ALL)).toMatchObject([{ id, isRunning: false }])
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
    const { store, leases, release } = await claimed()
    expect(await store.instances([id], ALL)).toMatchObject([{ id, isRunning: true }])
    await subject().stopInstance(id)
    expect(await store.instances([id], ALL)).toEqual([])
    expect(await load(store, leases, id)).toBeUndefined()
    await release()
  })

  test('what was sent today is known after its position is closed', async () => {
    const id = await subject().addInstance()
    const { store, leases, write, release } = await claimed()
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
        { instanceId: id, orderId: order.id, fill },
        { instanceId: id, orderId: byOwner.id, fill: closing },
      ],
      positions: [{ ...position, closedAtMs: nowMs }],
    })
    const account = await load(store, leases, id)
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
    const { store, leases, write, release } = await claimed()
    const { nowMs } = subject()
    const today = entryOf(id)
    const short = entryOf(id, { decidedAtMs: nowMs - MINUTE_MS })
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
    expect(await load(store, leases, id)).toMatchObject({
      realisedLongPaise: 1_311,
      realisedShortPaise: -500,
      realisedThisSessionPaise: 734,
      realisedThisWeekPaise: 811,
      entriesThisSession: 2,
      stoppedBy: 'DAILY_LOSS',
    })
    await release()
  })

  test('what a strategy keeps is there for the next process, the newest minute of any engine', async () => {
    const { store, write, release } = await claimed()
    const instanceId = await subject().addInstance()
    const runnerKey = subject().newId()
    expect(await store.strategyState(runnerKey)).toBe(null)
    const keep = (minute: number, state: string) => {
      const kept = { at_ms: subject().nowMs + minute * MINUTE_MS, state, account: null }
      return write({ strategyStates: [{ instanceId, runnerKey, kept }] })
    }
    for (const [minute, state] of [
      [1, '{"n":1}'],
      [3, '{"n":3}'],
      [2, '{"n":2}'],
    ] as const)
      await keep(minute, state)
    // Minutes that waited for the database are written together.
    const later = [4, 5].map((minute) => ({ at_ms: subject().nowMs + minute, state: null, account: '{}' }))
    const other = subject().newId()
    await write({ strategyStates: later.map((kept) => ({ instanceId, runnerKey: other, kept })) })
    expect(await store.strategyState(other)).toEqual(later[1])
    const newest = { at_ms: subject().nowMs + 3 * MINUTE_MS, state: '{"n":3}', account: null }
    expect(await store.strategyState(runnerKey)).toEqual(newest)
    await subject().takeOver()
    await expect(keep(4, '{}')).rejects.toThrow(FenceLost)
    await release().catch(() => undefined)
  })
}
