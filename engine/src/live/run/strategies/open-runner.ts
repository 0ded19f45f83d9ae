import { emptyBars } from '@trading-bot/core/history/pack-bars'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Token } from '@trading-bot/core/units'
import type { BuiltBar } from '../../../feed/built-bar.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { marketOf, type PriceSetup } from '../engine/running-market.ts'
import { type Decision, NO_DECISION, type PastMinutes, type StrategyRunner } from '../engine/strategy-runner.ts'
import { historyStartMs } from './history-start.ts'

const NO_MINUTES = emptyBars(0)

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
  let untilMs = market.nextBarMs
  let fromMs = historyFromMs(engine, instance, { bars: runner.warmUpBars, untilMs })
  for (;;) {
    await runner.warmUp?.(await readPast(market.prices, instance, { fromMs, untilMs }))
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

type Wanted = { readonly bars: number; readonly untilMs: number }

/** Far enough back for all of its instruments, whose sessions may differ. */
function historyFromMs({ setup }: LiveEngine, { instruments, interval }: BotInstance, wanted: Wanted): number {
  const starts = instruments.map((one) => historyStartMs(setup.calendar, one, { interval, ...wanted }))
  return Math.min(wanted.untilMs, ...starts)
}

type Range = { readonly fromMs: number; readonly untilMs: number }

function readPast({ candles }: PriceSetup, { instruments }: BotInstance, range: Range): Promise<PastMinutes[]> {
  return Promise.all(
    instruments.map(async (instrument) => {
      const answer = await candles(instrument, range)
      return { token: instrument.token, minutes: answer.kind === 'answered' ? answer.value : NO_MINUTES }
    }),
  )
}

/** Skips a minute that the runner already saw during its warm-up. */
function fromThenOn(runner: StrategyRunner, firstMs: number): StrategyRunner {
  const step = (token: Token, bar: BuiltBar, isBackfilled?: boolean): Decision | Promise<Decision> =>
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
