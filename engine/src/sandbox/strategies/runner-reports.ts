import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import { formatRupees } from '@trading-bot/core/money'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import type { OrderTerms } from '@trading-bot/core/trading/order-terms'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { ScriptSession } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'

/** What a running strategy says: its prints, and what the engine notes about it. */
export type RunnerReport = {
  readonly kind: 'print' | 'warning' | 'decision' | 'timing' | 'error' | 'note'
  readonly text: string
  /** Line of the script, where one is known. */
  readonly line: number | null
  /** Close of the minute it belongs to; null outside the market. */
  readonly barMs: number | null
}

/** What a running strategy decided and plotted at some bars of a symbol, for its chart. */
export type BarMarks = {
  readonly symbol: string
  /** Starts of the minutes that ended the bars. */
  readonly timesMs: readonly number[]
  /** Signal bits, one for each time. */
  readonly signals: readonly number[]
  /** With a value for each time. */
  readonly series: readonly PlotSeries[]
}

/** Receives the reports of every running strategy, and when one makes its first step. */
export type RunnerListener = {
  readonly onReport?: (instance: BotInstance, report: RunnerReport) => void
  /** What its chart shows, at each bar at which there is something. */
  readonly onMarks?: (instance: BotInstance, marks: BarMarks) => void
  /** The strategy has taken its first minute without an error. */
  readonly onWorking?: (instance: BotInstance) => void
}

const TIMED_STEPS = 15
const WORDS = [
  [ENTER_LONG, 'enter long'],
  [ENTER_SHORT, 'enter short'],
  [EXIT_LONG, 'exit long'],
  [EXIT_SHORT, 'exit short'],
] as const

/** Collects what one runner says and passes it on with the minute it belongs to. */
export class RunnerReports {
  readonly #listener: RunnerListener
  readonly #instance: BotInstance
  readonly #clock: Clock
  #barMs: number | null = null
  #toldWarnings = 0
  #isWorking = false
  #stepsMs: number[] = []

  constructor(listener: RunnerListener, instance: BotInstance, clock: Clock) {
    this.#listener = listener
    this.#instance = instance
    this.#clock = clock
  }

  /** The minute that the next reports belong to. */
  at(barMs: number): this {
    this.#barMs = barMs
    return this
  }

  say(kind: RunnerReport['kind'], text: string, line: number | null = null): void {
    this.#listener.onReport?.(this.#instance, { kind, text, line, barMs: this.#barMs })
  }

  /** Runs one minute's step, and notes how long it took. */
  async timed<T>(barMs: number, step: () => Promise<T>): Promise<T> {
    this.#barMs = barMs
    const begunMs = this.#clock.nowMs()
    const answer = await step()
    this.#stepsMs.push(this.#clock.nowMs() - begunMs)
    if (this.#stepsMs.length >= TIMED_STEPS) this.#sayTimes()
    return answer
  }

  /** After a step that gave an answer. */
  worked(session: ScriptSession): void {
    const warnings = session.warnings()
    for (const { text, line, file } of warnings.slice(this.#toldWarnings))
      this.say('warning', file ? `${file} line ${line}: ${text}` : text, file ? null : line)
    this.#toldWarnings = warnings.length
    this.working()
  }

  working(): void {
    if (!this.#isWorking) this.#listener.onWorking?.(this.#instance)
    this.#isWorking = true
  }

  decided(
    symbol: string,
    signal: number,
    { quantity, part, limitPaise, stopPaise, targetPaise }: OrderTerms = {},
  ): void {
    const words = WORDS.filter(([bit]) => (signal & bit) !== 0).map(([, text]) => text)
    const size = part ? `, ${part.quantity} of ${part.of}` : quantity === undefined ? '' : `, quantity ${quantity}`
    const prices = Object.entries({ limit: limitPaise, stop: stopPaise, target: targetPaise })
      .filter(([, paise]) => paise !== undefined)
      .map(([name, paise]) => `, ${name} ${formatRupees(paise! / 100)}`)
    this.say('decision', `${symbol}: ${words.join(' and ')}${size}${prices.join('')}`)
  }

  #sayTimes(): void {
    const total = this.#stepsMs.reduce((sum, ms) => sum + ms, 0)
    const average = Math.round(total / this.#stepsMs.length)
    const slowest = Math.round(Math.max(...this.#stepsMs))
    this.say('timing', `${this.#stepsMs.length} minutes: ${average} ms each on average, slowest ${slowest} ms`)
    this.#stepsMs = []
  }
}
