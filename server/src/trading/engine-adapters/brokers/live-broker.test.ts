import type { Broker, OrderListener } from '@trading-bot/engine/ports'
import { expect, test } from 'vitest'
import type { TradingAccess } from '../../../platform/providers/broker-desk.ts'
import { UnreadableCredentials } from '../../credentials/index.ts'
import { liveBroker } from './live-broker.ts'

const ACCESS: TradingAccess = {
  apiKey: 'key',
  clientCode: 'A1',
  mpin: '1234',
  totpSecret: 'JBSWY3DPEHPK3PXP',
  outboundAddress: null,
  generation: '1',
  rejection: null,
}
const LISTENER: OrderListener = { onOrder: () => {}, onGap: () => {} }

/** A broker with the test's credentials. */
function open(load: () => Promise<TradingAccess | undefined>) {
  const events: string[] = []
  const broker = liveBroker({
    load,
    open: ({ generation }) => {
      events.push(`open ${generation}`)
      return {
        orderBook: async () => ({ kind: 'answered', value: [] }),
        watchOrders: () => {
          events.push(`watch ${generation}`)
          return () => events.push(`unwatch ${generation}`)
        },
      } as unknown as Broker
    },
  })
  return { broker, events }
}

test('credentials that cannot be read make the broker unavailable, not missing, and are read again with the next call', async () => {
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(ACCESS)]
  const { broker } = open(() => answers.shift() ?? Promise.resolve(undefined))
  expect(await broker.orderBook()).toMatchObject({ kind: 'unavailable' })
  expect(await broker.orderBook()).toMatchObject({ kind: 'answered' })
  const none = open(async () => undefined)
  expect(await none.broker.orderBook()).toMatchObject({ kind: 'refused', code: 'NO_CREDENTIALS' })
})

test('a new generation of the credentials reopens the account and keeps its order watchers', async () => {
  let access = ACCESS
  const { broker, events } = open(async () => access)
  const stop = broker.watchOrders(LISTENER)
  await broker.orderBook()
  broker.reopen('1')
  await broker.orderBook()
  expect(events).toEqual(['open 1', 'watch 1'])
  access = { ...ACCESS, generation: '2' }
  broker.reopen('2')
  await broker.orderBook()
  stop()
  expect(events).toEqual(['open 1', 'watch 1', 'unwatch 1', 'open 2', 'watch 2', 'unwatch 2'])
})

test('credentials that change while they are read are read again', async () => {
  let resolveSlow: (access: TradingAccess) => void = () => {}
  const slow = new Promise<TradingAccess>((resolve) => (resolveSlow = resolve))
  const answers = [slow, Promise.resolve({ ...ACCESS, generation: '2' })]
  const { broker, events } = open(() => answers.shift() ?? Promise.resolve(undefined))
  const book = broker.orderBook()
  broker.reopen('2')
  resolveSlow(ACCESS)
  expect(await book).toMatchObject({ kind: 'answered' })
  expect(events).toEqual(['open 2'])
})

test('a seal that does not open is told as such, and is tried again once it may be mended', async () => {
  const answers = [Promise.reject(new UnreadableCredentials('u1', new Error('bad tag'))), Promise.resolve(ACCESS)]
  const { broker } = open(() => answers.shift() ?? Promise.resolve(undefined))
  expect(await broker.logIn()).toEqual({
    kind: 'unreachable',
    why: 'Your saved credentials could not be read; nothing was changed. We have been told.',
  })
  expect(await broker.orderBook()).toMatchObject({ kind: 'answered' })
})
