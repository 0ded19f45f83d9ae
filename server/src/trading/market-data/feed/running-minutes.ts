import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'

type RunningMinute = { startMs: number; openPaise: number; highPaise: number; lowPaise: number; closePaise: number }

/** The minute under way of each token, for charts; its volume is not known yet. */
export function runningMinutes() {
  const running = new Map<string, RunningMinute>()
  return {
    onPrice(token: string, pricePaise: number, atMs: number): void {
      const startMs = atMs - (atMs % MINUTE_MS)
      const minute = running.get(token)
      if (minute?.startMs !== startMs) {
        const price = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, closePaise: pricePaise }
        running.set(token, { startMs, ...price })
        return
      }
      minute.highPaise = Math.max(minute.highPaise, pricePaise)
      minute.lowPaise = Math.min(minute.lowPaise, pricePaise)
      minute.closePaise = pricePaise
    },
    /** The closed minutes of a day, and the one under way behind them. */
    after(token: string, day: number, built: readonly BuiltBar[]): Bars {
      const minute = running.get(token)
      const isNew = minute && minute.startMs > (built.at(-1)?.startMs ?? -Infinity)
      const isOfDay = minute && indiaDayNumber(minute.startMs) === day
      return columnsOf(isNew && isOfDay ? [...built, { ...minute, volume: 0 }] : built)
    },
  }
}

export function columnsOf(built: readonly BuiltBar[]): Bars {
  const bars = emptyBars(built.length)
  built.forEach((bar, row) => {
    bars.timeMs[row] = bar.startMs
    bars.openPaise[row] = bar.openPaise
    bars.highPaise[row] = bar.highPaise
    bars.lowPaise[row] = bar.lowPaise
    bars.closePaise[row] = bar.closePaise
    bars.volume[row] = bar.volume
  })
  return bars
}
