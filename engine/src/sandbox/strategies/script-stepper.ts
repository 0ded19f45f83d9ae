import type { Share } from '@trading-bot/core/risk/share'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { barAt } from '@trading-bot/core/intervals/bar-rows'
import { decidesNextSession } from '@trading-bot/core/intervals/decision-minutes'
import { INTERVAL_MS } from '@trading-bot/core/intervals/interval'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import { silentMinute } from '@trading-bot/core/intervals/silent-minutes'
import { type BarStream, streamBars, type StreamedBar } from '@trading-bot/core/intervals/stream-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import { pricesOf } from '@trading-bot/core/trading/order-terms'
import { type KeptState, ROW_PHASE, type RowSessions } from '@trading-bot/contract/bot-wire/frames'
import type { BuiltBar } from '../../feed/built-bar.ts'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type Decision, mayDecide, NO_DECISION, type PastMinutes } from '../../live/run/engine/strategy-runner.ts'
import type { ScriptFailure, ScriptRows, ScriptSession, ScriptSignals } from '../../ports.ts'
import { RunnerMarks } from './runner-marks.ts'
import { RunnerReports } from './runner-reports.ts'
import { RowPhases } from './row-phases.ts'
import { chunkEnd, noteSession, rowsOfSymbols, sliceRows } from './rows-of-symbols.ts'
import type { DeployedScript, ScriptRunnerSetup } from './script-runner-setup.ts'

// One process runs the whole day, so CPU time is limited per step, not in total.
const LIMITS = { memoryMb: 512, cpuS: 100_000, loadMs: 5_000, stepMs: 1_000, waitMs: 5_000 }
// Past bars are sent in chunks, so that a slow script gets a time budget for every few bars.
const PAST_ROWS = 250

const NOTHING_KEPT: KeptState = { at_ms: 0, state: null, account: null }

type Waiting = {
  readonly row: Row
  readonly isSound: boolean
  readonly resolve: (decision: Decision) => void
  readonly reject: (error: unknown) => void
}

type Row = { readonly index: number; readonly bar: BuiltBar; readonly isSilent: boolean }

/** Runs a sandboxed script live: a warm-up on past minutes, then one step per minute; on_bar gets bars of its interval. */
export class ScriptStepper {
  readonly #setup: ScriptRunnerSetup
  readonly #instance: BotInstance
  readonly #script: DeployedScript
  readonly #phases: RowPhases
  /** The same bars as the script's, which tell whether a bar was heard whole. */
  readonly #bars: readonly BarStream[]
  /** By instrument: whether yesterday's bar, which decides today, was heard whole. */
  readonly #wasWhole = new Map<number, boolean>()
  #session: ScriptSession | null = null
  #isOver = false
  #turn: Promise<unknown> = Promise.resolve()
  readonly #reports: RunnerReports
  /** Instruments whose positions the model account gives up at the next step. */
  readonly #closed = new Set<number>()
  /** Instruments whose orders of the newest step are not carried out. */
  #ignored: number[] = []
  #restored: KeptState | null = null
  #kept: KeptState = NOTHING_KEPT
  #hasChanged = false
  readonly #marks: RunnerMarks
  /** Symbols of a minute that wait for the step they share. */
  #waiting: Waiting[] = []

  constructor(setup: ScriptRunnerSetup, instance: BotInstance, script: DeployedScript) {
    this.#setup = setup
    this.#instance = instance
    this.#script = script
    this.#reports = new RunnerReports(setup, instance, setup.clock)
    this.#marks = new RunnerMarks(setup, instance)
    const traits = instance.instruments.map((instrument) => ({ traits: instrument }))
    this.#phases = new RowPhases(setup.calendar, instance.interval, traits)
    this.#bars = instance.instruments.map((instrument) =>
      streamBars(instance.interval, sessionAt(setup.calendar, instrument)),
    )
  }

  /** Steps run one after the other, because a script handles one at a time. */
  step(token: string, bar: BuiltBar, isBackfilled = false): Promise<Decision> {
    const index = this.#indexOf(token)
    const ended = this.#bars[index]?.add(bar, isBackfilled) ?? []
    const isSound = this.#mayDecide(index, ended, bar.startMs + MINUTE_MS)
    return this.#enqueue({ index, bar, isSilent: false }, isSound)
  }

  /** A silent minute reaches the script where it ends a bar; one that ended earlier is noticed with the next trade. */
  stepEmpty(token: string, startMs: number): Promise<Decision> {
    const index = this.#indexOf(token)
    const ended = this.#bars[index]?.passTo(startMs + MINUTE_MS)
    const isSound = ended ? this.#mayDecide(index, [ended], startMs + MINUTE_MS) : false
    // The script notices by itself that a day's bar has ended, in the next session.
    const isNow = ended?.endMs === startMs + MINUTE_MS && !decidesNextSession(this.#instance.interval)
    if (!ended || !isNow) return Promise.resolve(NO_DECISION)
    return this.#enqueue({ index, bar: silentMinute(startMs, ended.bar.closePaise), isSilent: true }, isSound)
  }

  /** Loads and warms up before the first step; a script that fails to do so reports its failure here. */
  warmUp(past: readonly PastMinutes[]): Promise<void> {
    for (const { token, minutes } of past) {
      const own = this.#bars[this.#indexOf(token)]
      for (let row = 0; own && row < minutes.timeMs.length; row++) own.add(barAt(minutes, row), true)
    }
    return this.#inTurn(() => this.#warmUp(past))
  }

  /** Before it starts. */
  restore(kept: KeptState): void {
    this.#restored = kept
    this.#kept = kept
  }

  /** What has changed since it was taken last. */
  takeKept(): KeptState | null {
    const kept = this.#hasChanged ? this.#kept : null
    this.#hasChanged = false
    return kept
  }

  closedByHand(token: string): void {
    this.#closed.add(this.#indexOf(token))
  }

  get isOver(): boolean {
    return this.#isOver
  }

  close(): void {
    this.#isOver = true
    void this.#session?.kill()
  }

  /** A minute ends for all symbols at once, so that they share a step: the script sees them together, as in a backtest. */
  #enqueue(row: Row, isSound: boolean): Promise<Decision> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, isSound, resolve, reject })
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#stepAll())
    })
  }

  async #stepAll(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    const minutes = [...new Set(waiting.map(({ row }) => row.bar.startMs))].sort((a, b) => a - b)
    for (const startMs of minutes) {
      const same = waiting.filter(({ row }) => row.bar.startMs === startMs).sort((a, b) => a.row.index - b.row.index)
      try {
        const decisions = await this.#step(same)
        for (const [at, { resolve }] of same.entries()) resolve(decisions[at] ?? NO_DECISION)
      } catch (error) {
        for (const { reject } of same) reject(error)
      }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work)
    this.#turn = next
    return next
  }

  /** Whether all bars that decide at this instant were heard whole. */
  #mayDecide(index: number, ended: readonly StreamedBar[], nowMs: number): boolean {
    const isWhole = ended.every((one) => mayDecide(one, nowMs))
    if (!decidesNextSession(this.#instance.interval)) return isWhole
    const wasWhole = this.#wasWhole.get(index) ?? true
    this.#wasWhole.set(index, ended.length === 0 || isWhole)
    return wasWhole && ended.every(({ endMs }) => endMs === nowMs)
  }

  /** One decision for every symbol of this minute. */
  async #step(minute: readonly Waiting[]): Promise<readonly Decision[]> {
    const { startMs } = minute[0]!.row.bar
    if (this.#isOver || minute.some(({ row }) => row.index < 0)) return []
    const session = this.#session ?? (await this.#start(startMs))
    if (session === null) return []
    const rows = { ...this.#rowsOf(minute.map(({ row }) => row)), closed: [...this.#closed], ignored: this.#ignored }
    this.#closed.clear()
    this.#ignored = []
    const answer = await this.#reports.timed(startMs + MINUTE_MS, () => session.step(rows, 'trade'))
    if (answer.kind === 'failed') return this.#fail(answer)
    this.#reports.worked(session)
    this.#keep(answer, startMs + MINUTE_MS)
    const decisions = minute.map(({ row: { index, bar }, isSound }, at): Decision => {
      const signal = answer.signals[at] ?? 0
      const named = answer.sizes.get(at) ?? {}
      const { quantity, part = null, ...prices } = named
      if (signal !== 0 && !isSound) this.#ignored.push(index)
      if (signal === 0 || !isSound) return NO_DECISION
      this.#reports.decided(this.#instance.instruments[index]!.symbol, signal, named)
      const share = quantity === undefined ? undefined : this.#shareOf(signal, quantity, bar.closePaise)
      const inputs = { ...prices, ...(quantity !== undefined && { quantity }) }
      return { signal, inputs, share, prices: pricesOf(named), part }
    })
    this.#marks.sent(
      rows,
      decisions.map(({ signal }) => signal),
    )
    // A chart may wait; the next step comes after it, because a script answers one question at a time.
    void this.#inTurn(() => this.#tellMarks(session, answer.plots))
    return decisions
  }

  async #tellMarks(session: ScriptSession, plotted: number): Promise<void> {
    const failure = this.#isOver ? null : await this.#marks.tell(session, plotted)
    if (failure !== null) this.#end(failure)
  }

  #keep({ state, account }: ScriptSignals, atMs: number): void {
    if (state === undefined && account === undefined) return
    this.#kept = { at_ms: atMs, state: state ?? this.#kept.state, account: account ?? this.#kept.account }
    this.#hasChanged = true
  }

  async #warmUp(past: readonly PastMinutes[]): Promise<void> {
    const rows = this.#rowsOfPast(past)
    const count = rows.timeMs.length
    const session = this.#isOver
      ? null
      : (this.#session ?? (await this.#start(rows.timeMs[0] ?? this.#setup.clock.nowMs())))
    let plotted = 0
    for (let first = 0; session !== null && first < count; ) {
      const end = chunkEnd(rows, first, PAST_ROWS)
      const chunk = sliceRows(rows, first, end)
      const warmed = await session.step(chunk, 'warm')
      if (warmed.kind === 'failed') return void this.#end(warmed)
      this.#marks.sent(chunk)
      plotted = warmed.plots
      first = end
    }
    if (session === null) return
    this.#sayWarmedUp(past.reduce((sum, { minutes }) => sum + minutes.timeMs.length, 0))
    await this.#tellMarks(session, plotted)
  }

  /** As in a backtest, up to the newest minute. */
  #rowsOfPast(past: readonly PastMinutes[]): ScriptRows {
    const { calendar } = this.#setup
    const { instruments, interval } = this.#instance
    const symbols = instruments.map((instrument) => ({
      bars: past.find(({ token }) => token === instrument.token)?.minutes ?? emptyBars(0),
      traits: instrument,
    }))
    const untilMs = past.reduce((latest, { minutes }) => Math.max(latest, (minutes.timeMs.at(-1) ?? 0) + MINUTE_MS), 0)
    return rowsOfSymbols(symbols, { calendar, interval, untilMs, phases: this.#phases }).rows
  }

  #sayWarmedUp(count: number): void {
    const { version, instruments } = this.#instance
    const symbols = `${instruments.length} ${instruments.length === 1 ? 'symbol' : 'symbols'}`
    this.#reports.say('note', `Version ${version} started, warmed up on ${count} past minutes of ${symbols}`)
  }

  #indexOf(token: string): number {
    return this.#instance.instruments.findIndex((instrument) => instrument.token === token)
  }

  /** Quantities refer to the model account, so instances follow their share of its capital. */
  #shareOf(signal: number, quantity: number, pricePaise: number): Share {
    const { capital } = this.#script.rules
    const ofPaise =
      'capital_paise' in capital
        ? capital.capital_paise
        : (signal & ENTER_LONG) !== 0
          ? capital.long_capital_paise
          : capital.short_capital_paise
    return { valuePaise: quantity * pricePaise, ofPaise }
  }

  /** Its clock begins at its first bar, as in a backtest: it cannot tell the two apart, and time never runs backwards. */
  async #start(startMs: number): Promise<ScriptSession | null> {
    const { code, filename, files, parameters, rules, window } = this.#script
    const instruments = this.#instance.instruments.map(({ symbol, token, tickPaise, lotSize }) => ({
      symbol,
      token,
      tick_paise: tickPaise,
      lot_size: lotSize,
    }))
    const start = { code, filename, parameters, rules, instruments, seed: 1, ...(window !== undefined && { window }) }
    const load = {
      ...start,
      ...(files && { files }),
      ...(this.#restored && { kept: this.#restored }),
      bar_ms: INTERVAL_MS[this.#instance.interval],
      start_ms: startMs,
      plots: true,
    }
    const onPrint = (text: string) => this.#reports.say('print', text)
    const session = this.#setup.runner.open(load, LIMITS, { share: 'live', onPrint })
    if (session === null) return this.#refuse(this.#setup.runner.sandbox.sentence)
    this.#session = session
    const ready = await session.load()
    return ready.kind === 'failed' ? this.#end(ready) : session
  }

  #fail(failure: ScriptFailure): readonly Decision[] {
    this.#end(failure)
    return []
  }

  #end(failure: ScriptFailure): null {
    if (failure.trace !== '') this.#reports.say('error', failure.trace, failure.file ? null : failure.line)
    return this.#refuse(`The bot's code stopped: ${failure.error}`)
  }

  #refuse(sentence: string): null {
    if (!this.#isOver) {
      this.#reports.say('error', sentence)
      this.#setup.onFailure(this.#instance, sentence)
    }
    this.close()
    return null
  }

  #rowsOf(rows: readonly Row[]): ScriptRows {
    const whole = (read: (bar: BuiltBar) => number) => Int32Array.from(rows, ({ bar }) => read(bar))
    const real = (read: (bar: BuiltBar) => number) => Float64Array.from(rows, ({ bar }) => read(bar))
    const sessions: RowSessions[number][] = []
    const phase = Uint8Array.from(rows, ({ index, bar, isSilent }, row) => {
      const bits = this.#phases.of(index, bar.startMs) | (isSilent ? ROW_PHASE.silent : 0)
      noteSession(sessions, row, this.#phases.newSession(index))
      return bits
    })
    return {
      timeMs: real(({ startMs }) => startMs),
      volume: real(({ volume }) => volume),
      openPaise: whole(({ openPaise }) => openPaise),
      highPaise: whole(({ highPaise }) => highPaise),
      lowPaise: whole(({ lowPaise }) => lowPaise),
      closePaise: whole(({ closePaise }) => closePaise),
      symbol: Uint16Array.from(rows, ({ index }) => index),
      phase,
      sessions,
    }
  }
}
