import type { Paise } from '@trading-bot/core/units'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Tick } from '../ports.ts'
import type { BuiltBar } from './built-bar.ts'

export type BarBuilder = {
  /** The bar is the same whatever the order of its ticks, and duplicates do not change it. */
  readonly add: (tick: Tick) => void
  /** Returns the minute's bar, or null without trades, and drops older minutes. */
  readonly take: (startMs: number) => BuiltBar | null
}

type RunningBar = { first: Tick; last: Tick; highPaise: Paise; lowPaise: Paise }

/** Builds one-minute bars from one instrument's ticks. */
export function barBuilder(): BarBuilder {
  const running = new Map<number, RunningBar>()
  // The newest bar is cached, because almost every tick belongs to it.
  let newestMs = -1
  let newest: RunningBar | null = null
  let taken: { readonly endMs: number; readonly dayVolume: number } | null = null

  return {
    add(tick) {
      const startMs = tick.atMs - (tick.atMs % MINUTE_MS)
      const bar = startMs === newestMs ? newest : running.get(startMs)
      if (bar) return addTo(bar, tick)
      const fresh = { first: tick, last: tick, highPaise: tick.pricePaise, lowPaise: tick.pricePaise }
      running.set(startMs, fresh)
      if (startMs > newestMs) {
        newestMs = startMs
        newest = fresh
      }
    },
    take(startMs) {
      const bar = running.get(startMs)
      for (const [oldMs] of running) if (oldMs <= startMs) running.delete(oldMs)
      if (startMs === newestMs) newest = null
      if (!bar) return null
      const { first, last, highPaise, lowPaise } = bar
      const before = taken?.endMs === startMs && taken.dayVolume <= first.dayVolume ? taken.dayVolume : null
      taken = { endMs: startMs + MINUTE_MS, dayVolume: last.dayVolume }
      // One tick may stand for several trades, so volume comes from the day's total if the previous minute is known.
      const volume = last.dayVolume - (before ?? first.dayVolume - first.lastQuantity)
      return { startMs, openPaise: first.pricePaise, highPaise, lowPaise, closePaise: last.pricePaise, volume }
    },
  }
}

function addTo(bar: RunningBar, tick: Tick): void {
  if (isNewer(bar.first, tick)) bar.first = tick
  if (isNewer(tick, bar.last)) bar.last = tick
  if (tick.pricePaise > bar.highPaise) bar.highPaise = tick.pricePaise
  if (tick.pricePaise < bar.lowPaise) bar.lowPaise = tick.pricePaise
}

export function isNewer(tick: Tick, than: Tick): boolean {
  return tick.atMs > than.atMs || (tick.atMs === than.atMs && tick.sequence > than.sequence)
}
