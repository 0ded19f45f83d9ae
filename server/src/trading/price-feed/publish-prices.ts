import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { FeedListener } from '@trading-bot/engine/feed/feed-state'
import type { FeedInstrument } from '@trading-bot/engine/feed/instrument-feed'
import { runFeed } from '@trading-bot/engine/feed/run-feed'
import type { Broker, TickStream } from '@trading-bot/engine/ports'
import type { Clock } from '@trading-bot/engine/ports/clock'
import type { Timers } from '@trading-bot/engine/ports/timers'
import type { Bus } from '../../platform/bus/bus.ts'
import {
  type CandleSubject,
  decodeCandleQuestion,
  decodeWant,
  encodeBar,
  encodeCandles,
  encodeLast,
  encodeTick,
  SUBJECTS,
} from './messages.ts'
import type { Term } from './stand-for-leader.ts'

export type PriceSources = {
  readonly calendar: MarketCalendar
  readonly stream: TickStream
  readonly candles: Broker['candles']
  /** The broker's own past bars, for the history store. */
  readonly pastBars: Broker['candles']
}

type Setup = PriceSources & {
  readonly bus: Bus
  readonly clock: Clock
  readonly timers: Timers
  readonly term: Term
  readonly instrumentsOf: (tokens: readonly string[]) => Promise<readonly FeedInstrument[]>
  /** Keeps the bars for the history store. */
  readonly recorder: Pick<FeedListener, 'onBar' | 'onPrice'>
  readonly onError: (error: unknown) => void
}

type Published = { ticks: number; bars: number; isUp: boolean; lastPaise: number | null; atMs: number }

// The sign of life; whoever listens counts the feed as gone after two and a half of these.
const BEAT_MS = 1_000

/** The work of the leading feed: holds the broker's streams, and publishes ticks, closed bars and last prices. */
export function publishPrices(setup: Setup): () => void {
  const { bus, term, onError } = setup
  const published = new Map<string, Published>()
  const asked = new Set<string>()

  const publishLast = () => {
    if (!term.isConfirmed()) return
    const rows = Array.from(published, ([token, { ticks: number, isUp, lastPaise, atMs }]) => {
      return { token, number, isUp, lastPaise, atMs }
    })
    bus.publish(SUBJECTS.last, encodeLast({ term: term.number, rows }))
  }
  const feed = runFeed(
    { ...setup, stream: publishing(setup, published, publishLast) },
    {
      onBar(instrument, bar, isBackfilled) {
        setup.recorder.onBar(instrument, bar, isBackfilled)
        const known = published.get(instrument.token)
        if (!known || !term.isConfirmed()) return
        known.bars += 1
        bus.publish(SUBJECTS.bar(instrument.token), encodeBar({ term: term.number, number: known.bars, value: bar }))
      },
      onPrice(instrument, tick) {
        setup.recorder.onPrice(instrument, tick)
        const known = published.get(instrument.token)
        if (known) Object.assign(known, { lastPaise: tick.pricePaise, atMs: tick.atMs })
      },
      onStale: () => undefined,
    },
  )
  const subscribe = async (tokens: readonly string[]) => {
    const added = tokens.filter((token) => !asked.has(token))
    if (added.length === 0) return
    for (const token of added) asked.add(token)
    try {
      const instruments = await setup.instrumentsOf(added)
      for (const { token } of instruments)
        published.set(token, { ticks: 0, bars: 0, isUp: false, lastPaise: null, atMs: 0 })
      feed.subscribe(instruments)
      // One that is not known yet may be added later.
      for (const token of added) if (!published.has(token)) asked.delete(token)
    } catch (error) {
      for (const token of added) asked.delete(token)
      onError(error)
    }
    publishLast()
  }
  const cleanUps = [
    bus.subscribe(SUBJECTS.want, (payload) => void subscribe(decodeWant(payload))),
    answerCandles(bus, SUBJECTS.candles, setup.candles),
    answerCandles(bus, SUBJECTS.past, setup.pastBars),
    setup.timers.every(BEAT_MS, publishLast),
    feed.close,
  ]
  // At once: whoever listens answers the first word of a new leader with what it needs.
  publishLast()
  return () => {
    for (const cleanUp of cleanUps) cleanUp()
  }
}

function answerCandles(bus: Bus, subject: CandleSubject, candles: Broker['candles']) {
  return bus.answer(subject, async (payload) => {
    const { instrument, range } = decodeCandleQuestion(payload)
    return encodeCandles(await candles(instrument, range))
  })
}

/** The same stream; what comes over it is published on the way. */
function publishing({ bus, stream, term }: Setup, published: Map<string, Published>, onState: () => void): TickStream {
  return {
    open: (tokens, listener) => {
      const setUp = (isUp: boolean) => {
        for (const token of tokens) Object.assign(published.get(token) ?? {}, { isUp })
        onState()
      }
      return stream.open(tokens, {
        onTick(tick) {
          const known = published.get(tick.token)
          if (known && term.isConfirmed()) {
            known.ticks += 1
            const value = { term: term.number, number: known.ticks, value: tick }
            bus.publish(SUBJECTS.tick(tick.token), encodeTick(value))
          }
          listener.onTick(tick)
        },
        onUp() {
          setUp(true)
          listener.onUp()
        },
        onDown() {
          setUp(false)
          listener.onDown()
        },
      })
    },
  }
}
