import { INTERVAL_MS } from '@trading-bot/core/intervals/interval'
import { DAY_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Token } from '@trading-bot/core/units'
import type { LiveEngine } from '../engine/live-engine.ts'
import { marketOf, type PriceSetup } from '../engine/running-market.ts'
import { type Decision, NO_DECISION, type PastBar, type StrategyRunner } from '../engine/strategy-runner.ts'

/** The strategy runner of this instance, opened and warmed up on past bars by the first instance that needs it. */
export async function openRunner(engine: LiveEngine, instance: BotInstance): Promise<StrategyRunner | null> {
  const market = marketOf(engine, instance)
  const known = market.runners.get(instance.runnerKey)
  // A failed script is reopened only when a bot that uses it is started.
  if (known && !(instance.isRunning && known.isOver?.())) return known
  known?.close()
  const runner = engine.setup.openRunner(instance)
  if (!runner) return null
  const kept = runner.restore && (await engine.setup.store.strategyState(instance.runnerKey))
  if (kept) runner.restore?.(kept)
  const most = pastMinutes(runner, instance)
  let fromMs = market.nextBarMs - 4 * most * MINUTE_MS
  let untilMs = market.nextBarMs
  for (;;) {
    const past = await readPast(market.prices, instance, { fromMs, untilMs }, most)
    if (runner.warmUp) await runner.warmUp(past)
    else for (const { token, bar } of past) await runner.step(token, bar, true)
    // A minute may have ended during the warm-up; the new runner missed its bar, so it is part of the past here.
    if (market.nextBarMs === untilMs) break
    fromMs = untilMs
    untilMs = market.nextBarMs
  }
  const opened = fromThenOn(runner, untilMs)
  market.runners.set(instance.runnerKey, opened)
  // What the restored model account holds and nobody else does was closed meanwhile.
  if (kept) market.closedByHand.set(instance.runnerKey, new Set(runner.tokens))
  return opened
}

/** The broker gives 30 days of minutes a request, so longer bars warm up on what three requests hold. */
const MOST_DAYS = 90
const MINUTES_OF_DAY = 375

/** Minutes with trades that hold the runner's warm-up bars. */
function pastMinutes({ warmUpBars }: StrategyRunner, { interval }: BotInstance): number {
  if (interval === '1m') return warmUpBars
  const perBar = Math.min(INTERVAL_MS[interval] / MINUTE_MS, MINUTES_OF_DAY)
  return Math.min(warmUpBars * perBar, Math.floor((MOST_DAYS * DAY_MS) / MINUTE_MS / 4))
}

type Range = { readonly fromMs: number; readonly untilMs: number }

/** Bars of all instruments in the order they closed; the range is long enough to span nights between sessions. */
async function readPast(
  { candles }: PriceSetup,
  { instruments }: BotInstance,
  range: Range,
  most: number,
): Promise<PastBar[]> {
  const columns = await Promise.all(
    instruments.map(async (instrument): Promise<PastBar[]> => {
      const answer = await candles(instrument, range)
      if (answer.kind !== 'answered') return []
      const { timeMs, openPaise, highPaise, lowPaise, closePaise, volume } = answer.value
      const first = Math.max(0, timeMs.length - most)
      return Array.from(timeMs.subarray(first), (startMs, index) => {
        const row = first + index
        const prices = { openPaise: openPaise[row]!, highPaise: highPaise[row]!, lowPaise: lowPaise[row]! }
        const bar = { startMs, ...prices, closePaise: closePaise[row]!, volume: volume[row]! }
        return { token: instrument.token, bar }
      })
    }),
  )
  return columns.flat().sort((left, right) => left.bar.startMs - right.bar.startMs)
}

/** Skips a minute that the runner already saw during its warm-up. */
function fromThenOn(runner: StrategyRunner, firstMs: number): StrategyRunner {
  const step = (token: Token, bar: PastBar['bar'], isBackfilled?: boolean): Decision | Promise<Decision> =>
    bar.startMs < firstMs ? NO_DECISION : runner.step(token, bar, isBackfilled)
  const stepEmpty = (token: Token, startMs: number): Decision | Promise<Decision> =>
    startMs < firstMs ? NO_DECISION : (runner.stepEmpty?.(token, startMs) ?? NO_DECISION)
  return {
    key: runner.key,
    tokens: runner.tokens,
    get reasons() {
      return runner.reasons
    },
    warmUpBars: runner.warmUpBars,
    step,
    stepEmpty,
    takeKept: () => runner.takeKept?.() ?? null,
    closedByHand: (token) => runner.closedByHand?.(token),
    isOver: () => runner.isOver?.() ?? false,
    close: () => runner.close(),
  }
}
