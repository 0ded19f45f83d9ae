// What every bus must do: in memory and over a real nats-server.
import { setImmediate } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newBusPasswords, type NatsServer, startNatsServer } from '../../../../product/programs/nats-server.mjs'
import type { Bus } from './bus.ts'
import { memoryBus } from './memory-bus.ts'
import { natsBus } from './nats-bus.ts'

const KEY = Buffer.alloc(32, 1)
const open = (url: string, key = KEY) => natsBus({ url, caFile: undefined, keys: [key] }, keep)
const LIMIT = { timeout: 10_000, interval: 5 }

let nats: NatsServer
const opened: Bus[] = []
const errors: unknown[] = []
const keep = (error: unknown) => void errors.push(error)
beforeAll(async () => {
  nats = await startNatsServer()
})
afterEach(async () => {
  for (const bus of opened.splice(0)) await bus.close()
  errors.length = 0
})
afterAll(() => nats.stop())

async function connected(bus: Bus): Promise<Bus> {
  opened.push(bus)
  const states: boolean[] = []
  bus.watchConnection((isConnected) => states.push(isConnected))
  await vi.waitFor(() => expect(states.at(-1)).toBe(true), LIMIT)
  return bus
}

/** A publisher and a listener: the same bus in memory, two connections over NATS. */
const PAIRS: Record<string, () => Promise<[Bus, Bus]>> = {
  'in memory': async () => {
    const bus = await connected(memoryBus(keep))
    return [bus, bus]
  },
  'over NATS': async () => [await connected(open(nats.url)), await connected(open(nats.url))],
}

describe.each(Object.entries(PAIRS))('a bus %s', (_, openPair) => {
  /** Messages of one listener arrive in order, so what was sent before the last one has arrived or never will. */
  const endOf = async (from: Bus, to: Bus) => {
    let isThere = false
    const stop = to.subscribe('test.end', () => (isThere = true))
    await vi.waitFor(() => {
      from.publish('test.end', '')
      expect(isThere).toBe(true)
    }, LIMIT)
    stop()
  }

  test('delivers to the subject, to wildcards and to nobody else, in order', async () => {
    const [from, to] = await openPair()
    const heard: Record<string, string[]> = { 'md.tick.1': [], 'md.tick.*': [], 'md.>': [], 'md.*': [], 'md.tick': [] }
    for (const [subject, list] of Object.entries(heard))
      to.subscribe(subject, (payload, at) => list.push(`${at} ${payload}`))
    await endOf(from, to)
    from.publish('md.tick.1', 'a')
    from.publish('md.tick.2', 'b')
    from.publish('md.tick.1', 'ç')
    from.publish('md.last', 'd')
    await endOf(from, to)
    expect(heard).toEqual({
      'md.tick.1': ['md.tick.1 a', 'md.tick.1 ç'],
      'md.tick.*': ['md.tick.1 a', 'md.tick.2 b', 'md.tick.1 ç'],
      'md.>': ['md.tick.1 a', 'md.tick.2 b', 'md.tick.1 ç', 'md.last d'],
      'md.*': ['md.last d'],
      'md.tick': [],
    })
  })

  test('goes on after a listener that throws, and stops at the end of a subscription', async () => {
    const [from, to] = await openPair()
    const heard: string[] = []
    to.subscribe('news', () => {
      throw new Error('a bug of the listener')
    })
    const stop = to.subscribe('news', (payload) => heard.push(payload))
    await endOf(from, to)
    from.publish('news', 'first')
    await endOf(from, to)
    stop()
    await endOf(from, to)
    from.publish('news', 'second')
    await endOf(from, to)
    expect(heard).toEqual(['first'])
    expect(errors).toEqual([new Error('a bug of the listener'), new Error('a bug of the listener')])
  })

  test('carries a request to its answerer, and rejects one that nobody answers in time', async () => {
    const [asker, answerer] = await openPair()
    const stop = answerer.answer('candles', async (payload) => `answer to ${payload}`)
    await endOf(asker, answerer)
    expect(await asker.request('candles', 'a question', 5_000)).toBe('answer to a question')
    stop()
    await endOf(asker, answerer)
    await expect(asker.request('candles', 'another', 200)).rejects.toThrow()
    answerer.answer('slow', () => new Promise(() => undefined))
    await endOf(asker, answerer)
    await expect(asker.request('slow', 'a question', 50)).rejects.toThrow()
  })

  test('delivers nothing after it is closed', async () => {
    const [from, to] = await openPair()
    const heard: string[] = []
    to.subscribe('news', (payload) => heard.push(payload))
    await endOf(from, to)
    await to.close()
    from.publish('news', 'late')
    await expect(to.request('candles', '', 50)).rejects.toThrow()
    expect(heard).toEqual([])
  })
})

test('a killed nats-server is noticed, waited for, and its subscriptions go on when it is back', async () => {
  let own = await startNatsServer()
  const [from, to] = [await connected(open(own.url)), await connected(open(own.url))]
  const states: boolean[] = []
  const heard: string[] = []
  to.watchConnection((isConnected) => states.push(isConnected))
  to.subscribe('news', (payload) => heard.push(payload))
  process.kill(own.pid, 'SIGKILL')
  await own.exited
  await vi.waitFor(() => expect(states).toEqual([true, false]), LIMIT)
  // The client forgets what it has kept at every try to connect, so that only what is published during the last one
  // could be sent late. The listener publishes it, because its subscriptions are renewed before.
  const publishing = (async () => {
    for (; states.at(-1) === false; await setImmediate()) to.publish('news', 'while it is away')
  })()
  own = await startNatsServer({ port: own.port })
  await publishing
  await vi.waitFor(() => {
    from.publish('news', 'after its return')
    expect(heard.length).toBeGreaterThan(0)
  }, LIMIT)
  expect(states).toEqual([true, false, true])
  expect(new Set(heard)).toEqual(new Set(['after its return']))
  await own.stop()
})

test('a bus whose server starts later connects then, with the subscriptions made before', async () => {
  const later = await startNatsServer()
  await later.stop()
  const early = open(later.url)
  opened.push(early)
  const heard: string[] = []
  early.subscribe('news', (payload) => heard.push(payload))
  const own = await startNatsServer({ port: later.port })
  const from = await connected(open(own.url))
  await connected(early)
  from.publish('news', 'at last')
  await vi.waitFor(() => expect(heard).toEqual(['at last']), LIMIT)
  await own.stop()
})

test('a stranger on the same server is not heard, and its answers are not taken, but for a key of before', async () => {
  const [stranger, ours] = [await connected(open(nats.url, Buffer.alloc(32, 2))), await connected(open(nats.url))]
  const rotated = await connected(natsBus({ url: nats.url, caFile: undefined, keys: [Buffer.alloc(32, 3), KEY] }, keep))
  const heard: string[] = []
  rotated.subscribe('md.last', (payload) => heard.push(payload))
  stranger.answer('md.past', async () => 'forged')
  await vi.waitFor(() => {
    stranger.publish('md.last', 'forged')
    ours.publish('md.last', 'signed')
    expect(heard).toContain('signed')
    expect(String(errors)).toContain("a message on md.last does not have the platform's signature")
  }, LIMIT)
  expect(heard).not.toContain('forged')
  await expect(ours.request('md.past', 'a question', 200)).rejects.toThrow()
})

test('each role says and hears its own part, and nobody joins without a password', async () => {
  const guarded = await startNatsServer({ passwords: newBusPasswords() })
  const buses = {
    feed: await connected(open(guarded.urlOf('feed'))),
    engine: await connected(open(guarded.urlOf('engine'))),
    api: await connected(open(guarded.urlOf('api'))),
    worker: await connected(open(guarded.urlOf('worker'))),
  }
  const heard: Record<string, string[]> = {
    'md.tick.1': [],
    'md.bar.1': [],
    'md.last': [],
    'orders.1': [],
    'output.1': [],
  }
  for (const [subject, by] of Object.entries(heard)) buses.api.subscribe(subject, (payload) => by.push(payload))
  buses.feed.answer('md.past', async (question) => `answer to ${question}`)
  for (const role of ['api', 'engine', 'worker', 'feed'] as const) {
    await vi.waitFor(
      async () => expect(await buses[role].request('md.past', role, 1_000)).toBe(`answer to ${role}`),
      LIMIT,
    )
    for (const subject of Object.keys(heard)) buses[role].publish(subject, role)
    // Of one connection everything before this answer has been through the server.
    await buses[role].request('md.past', role, 5_000)
  }
  await vi.waitFor(() => expect(heard['md.last']).toEqual(['feed']), LIMIT)
  const [prices, changes] = [['feed'], ['engine']]
  expect(heard).toEqual({
    'md.tick.1': prices,
    'md.bar.1': prices,
    'md.last': prices,
    'orders.1': changes,
    'output.1': changes,
  })
  expect(String(errors)).toContain('md.tick.1')
  const states: boolean[] = []
  const stranger = open(guarded.url)
  opened.push(stranger)
  stranger.watchConnection((isConnected) => states.push(isConnected))
  await expect(connect({ servers: guarded.url })).rejects.toThrow(/authorization/i)
  expect(states).toEqual([false])
  for (const bus of opened.splice(0)) await bus.close()
  await guarded.stop()
})
