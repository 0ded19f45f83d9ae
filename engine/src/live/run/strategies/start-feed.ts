import { MINUTE_MS } from '@trading-bot/core/time'
import { runFeed } from '../../../feed/run-feed.ts'
import type { Cancel } from '../../../ports/timers.ts'
import { askForPrice } from '../../execution/ask-for-price.ts'
import { seePrice } from '../../execution/see-price.ts'
import { subscribe } from '../accounts/subscribe-instruments.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import type { RunningMarket } from '../engine/running-market.ts'
import { type ClosedMinute, onBarClose } from './on-bar-close.ts'

/** Hears the prices of everything that the market's accounts trade, and processes the ends of its minutes. */
export function startFeed(engine: LiveEngine, market: RunningMarket): Cancel {
  const { setup } = engine
  const { context, prices, holders, witness } = market
  let ended: ClosedMinute[] = []
  // Minutes are processed one after the other, so that a slow strategy gets its bars in order.
  let turn = Promise.resolve()
  const flush = () => {
    const minutes = ended
    ended = []
    turn = turn
      .then(() => (engine.isStopped ? undefined : onBarClose(engine, market, minutes)))
      .catch((error: unknown) => setup.onError('failed to process the bars of a minute', error))
  }
  // Bars of one minute arrive in the same turn for all instruments, so they are collected and processed together.
  const collect = (minute: ClosedMinute) => {
    if (ended.length === 0) setup.timers.after(0, flush)
    ended.push(minute)
  }
  const feed = runFeed(
    { ...setup, ...prices },
    {
      onGapFilled: (minutes) => setup.telemetry?.onGapFilled(minutes),
      onBar(instrument, bar, isBackfilled) {
        prices.onMarket?.onBar?.(instrument, bar)
        market.nextBarMs = Math.max(market.nextBarMs, bar.startMs + MINUTE_MS)
        collect({ token: instrument.token, startMs: bar.startMs, bar, isBackfilled })
      },
      onEmptyMinute: ({ token }, startMs) => collect({ token, startMs, bar: null, isBackfilled: false }),
      onPrice(instrument, tick) {
        const { token } = instrument
        const isHeld = (holders.get(token)?.size ?? 0) > 0
        if (!witness.see(token, tick.pricePaise, tick.atMs, isHeld)) return askForPrice(engine, market, token)
        prices.onMarket?.onPrice(token, tick.pricePaise, tick.atMs)
        if (!engine.isStopped) seePrice(engine, market, token, tick.pricePaise)
      },
      onQuiet: ({ token }) => askForPrice(engine, market, token),
      onStale(instrument, isStale) {
        if (isStale) context.staleTokens.add(instrument.token)
        else context.staleTokens.delete(instrument.token)
      },
    },
  )
  subscribe(engine, feed, [...context.instruments.values()])
  market.feed = feed
  return feed.close
}
