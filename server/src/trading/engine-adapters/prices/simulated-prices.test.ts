// An installation without live trading and without an agreement about prices trades on a simulated exchange.
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { dayNumberOf, DAY_MS, HOUR_MS, indiaDayStartMs } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { history, openFeedRecorder, withStoredDays } from '../../market-data/index.ts'
import { withDeniedEntries } from '../brokers/exits-only.ts'
import { openMarket } from './open-market.ts'

const SBIN = stockNamed('SBIN-EQ')
const DAY = '2026-11-13'
const log = pino({ level: 'silent' })
const server = serverForFile({ demo: false, role: 'all', compliance: { ...SIMULATED, hosting: 'paper' } })
const range = { fromMs: indiaDayStartMs(dayNumberOf(DAY)), untilMs: indiaDayStartMs(dayNumberOf(DAY) + 1) }

test('bots trade on a simulated exchange at NSE’s hours, and warm up on nothing else', async () => {
  const { config, calendar } = server.deps
  const opened = await openMarket(config, server.db, calendar, log)
  const made = simulateBars({ seed: 2026, generator: 2, hours: 'nse' }, SBIN, { ...range, untilMs: range.untilMs - 1 })
  await storeBars(server.deps, SBIN, simulatedDays('SBIN-EQ', DAY, DAY, 77))
  const answer = await withStoredDays(server.deps, opened.market!.candles)(SBIN, range)
  expect(answer).toEqual({ kind: 'answered', value: made.ok && made.value })
  await opened.close()
})

test('its prices are never stored beside real ones', async () => {
  const recorder = openFeedRecorder(server.deps, (error) => {
    throw error
  })
  const startMs = range.fromMs - 2 * DAY_MS + 9.5 * HOUR_MS
  const prices = { openPaise: 100, highPaise: 100, lowPaise: 100, closePaise: 100, volume: 1 }
  recorder.onBar(SBIN, { startMs, ...prices })
  await recorder.stop()
  const day = dayNumberOf(DAY) - 2
  const [covered] = await history.cover(server.deps, [SBIN], { fromDay: day, untilDay: day })
  expect(covered!.bars).toBe(0)
})

test('a process that only answers browsers opens no exchange', async () => {
  const opened = await openMarket({ ...server.deps.config, role: 'api' }, server.db, server.deps.calendar, log)
  expect(opened.market).toBe(undefined)
  await opened.close()
})

test('entries of an instrument without prices are denied with the reason, its exits and other entries pass', async () => {
  const placed: string[] = []
  const place: Broker['place'] = async ({ purpose }) => {
    placed.push(purpose)
    return { kind: 'acknowledged', brokerOrderId: '1' }
  }
  const denial = { code: 'PAPER_DAY_MISSING', sentence: 'No prices.' }
  const broker = withDeniedEntries({ place } as Broker, (token) => (token === 'missing' ? denial : null))
  const sent = async (purpose: 'ENTRY' | 'EXIT', token: string) =>
    broker.place({ purpose, instrument: { token } } as never)
  expect(await sent('ENTRY', 'missing')).toMatchObject({ kind: 'rejected', ...denial })
  expect(await sent('EXIT', 'missing')).toMatchObject({ kind: 'acknowledged' })
  expect(await sent('ENTRY', 'there')).toMatchObject({ kind: 'acknowledged' })
  expect(placed).toEqual(['EXIT', 'ENTRY'])
})
