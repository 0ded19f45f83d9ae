import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { MINUTE_MS } from '@trading-bot/core/time'
import { angelOneTicks } from '@trading-bot/engine/brokers/angel-one/streams/angel-one-ticks'
import type { SocketListener } from '@trading-bot/engine/brokers/angel-one/streams/socket-wire'
import { runFeed } from '@trading-bot/engine/feed/run-feed'
import { seededRandomness } from '@trading-bot/engine/ports/seeded-randomness'
import { systemDrain } from '@trading-bot/engine/ports/system-drain'
import { virtualTime } from '@trading-bot/engine/ports/virtual-time'
import { encodePacket } from '@trading-bot/engine/smart-stream/encode-packet'
import { NSE_CASH, STREAM_MODE, type StreamPacket } from '@trading-bot/engine/smart-stream/stream-packet'
import type { Benchmark } from '../benchmark.ts'

const SYMBOLS = 500
const MINUTES = 50
const TICKS_A_MINUTE = 20
const PACKETS = SYMBOLS * MINUTES * TICKS_A_MINUTE
const PACKET_BYTES = 123
const GOAL_PER_SECOND = 50_000
// An hour of the demo market begins here.
const START_MS = 1_700_000_000_000 - ((1_700_000_000_000 + 30 * MINUTE_MS) % (60 * MINUTE_MS))

export const x1TicksToBars: Benchmark = {
  id: 'X1',
  title: `${PACKETS} quote packets of ${SYMBOLS} symbols from the socket to checked one-minute bars (goal: 50,000 a second)`,
  goal: { seconds: PACKETS / GOAL_PER_SECOND },
  prepare: async () => {
    const bytes = new Uint8Array(PACKETS * PACKET_BYTES)
    for (let index = 0; index < PACKETS; index++) bytes.set(encodePacket(packetOf(index)), index * PACKET_BYTES)
    const { line, time, told } = await openFeed()
    return async () => {
      for (let index = 0; index < PACKETS; index++) {
        if (index % SYMBOLS === 0) time.advanceTo(timeOf(index))
        line.onBytes(bytes.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES))
      }
      time.advanceTo(START_MS + MINUTES * MINUTE_MS + 1_000)
      // The minute in which the feed connected was read back and counts as well.
      if (told.bars !== SYMBOLS * (MINUTES + 1)) throw new Error(`${told.bars} bars`)
      return { units: PACKETS, hash: told.sum.toString(16), details: { bars: told.bars } }
    }
  },
}

/** The feed on a socket that is played by hand. The minute in which it connects is read back before the clock starts. */
async function openFeed() {
  const time = virtualTime(START_MS - 70_000)
  const lines: SocketListener[] = []
  const session = { jwtToken: 'jwt', refreshToken: 'refresh', feedToken: 'feed', dayNumber: 0 }
  const opened = async () => ({ kind: 'session', session }) as const
  const stream = angelOneTicks({
    ...time,
    url: 'ws://played',
    headersOf: () => ({}),
    sessions: { current: opened, renew: opened, forgive: () => {} },
    randomness: seededRandomness(1),
    sockets: (_url, _headers, listener) => {
      lines.push(listener)
      return { sendText: () => listener.onText('pong'), close: () => {} }
    },
  })
  const told = { bars: 0, sum: 0 }
  const instruments = Array.from({ length: SYMBOLS }, (_, index) => {
    return { symbol: `S${index}-EQ`, token: String(1_000 + index), tickPaise: 5, lotSize: 1, hasDerivatives: false }
  })
  const candles = async (_: unknown, range: { readonly untilMs: number }) => {
    const one = Int32Array.of(50_000)
    const timeMs = Float64Array.of(range.untilMs - MINUTE_MS)
    const value = { timeMs, openPaise: one, highPaise: one, lowPaise: one, closePaise: one, volume: Float64Array.of(1) }
    return { kind: 'answered', value } as const
  }
  const feed = runFeed(
    { ...time, calendar: DEMO_CALENDAR, stream, candles },
    {
      onBar: (_, bar, isBackfilled) => {
        if (isBackfilled) return
        told.bars++
        told.sum += bar.closePaise + bar.highPaise - bar.lowPaise + bar.volume
      },
      onPrice: () => {},
      onStale: () => {},
    },
  )
  feed.subscribe(instruments)
  await systemDrain()
  const line = lines[0] as SocketListener
  line.onOpen()
  await time.settleTo(START_MS - 1, systemDrain)
  return { line, time, told }
}

function timeOf(index: number): number {
  const round = Math.floor(index / SYMBOLS)
  return START_MS + Math.floor((round * MINUTE_MS) / TICKS_A_MINUTE)
}

function packetOf(index: number): StreamPacket {
  const round = Math.floor(index / SYMBOLS)
  return {
    mode: STREAM_MODE.QUOTE,
    exchangeType: NSE_CASH,
    token: String(1_000 + (index % SYMBOLS)),
    sequence: round + 1,
    exchangeTimeMs: timeOf(index),
    lastPaise: 50_000 + 5 * ((index * 7) % 41),
    lastQuantity: 10,
    averagePaise: 50_000,
    dayVolume: 10 * (round + 1),
    totalBuyQuantity: 1_000,
    totalSellQuantity: 2_000,
    openPaise: 49_000,
    highPaise: 52_000,
    lowPaise: 48_000,
    closePaise: 49_500,
  }
}
