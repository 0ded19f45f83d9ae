import { MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from '../feed/built-bar.ts'
import type { Participant } from '../live/participant.ts'
import type { Decision } from '../live/signal-run.ts'
import type { ScriptFailure, ScriptRows, ScriptSession } from '../ports.ts'
import { RowPhases } from './row-phases.ts'
import type { DeployedScript, ScriptSignalsSetup } from './script-signals-setup.ts'

const NOTHING: Decision = { signal: 0, inputs: {} }
// One process a bot for the whole day: its processor time is bounded by the step, not by the day.
const LIMITS = { memoryMb: 512, cpuS: 100_000, loadMs: 5_000, stepMs: 1_000 }
// Bars older than this are the past, for the indicators; decisions on them would come too late.
const PAST_MS = 90_000

type Row = { readonly index: number; readonly bar: BuiltBar }

/** A caged script bar by bar: the past in one piece, then a step for every bar that closes. */
export class ScriptStepper {
  readonly #setup: ScriptSignalsSetup
  readonly #participant: Participant
  readonly #script: DeployedScript
  readonly #phases: RowPhases
  #past: Row[] = []
  #session: ScriptSession | null = null
  #isOver = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(setup: ScriptSignalsSetup, participant: Participant, script: DeployedScript) {
    this.#setup = setup
    this.#participant = participant
    this.#script = script
    const traits = participant.instruments.map((instrument) => ({ traits: instrument }))
    this.#phases = new RowPhases(setup.calendar, MINUTE_MS, traits)
  }

  /** One after the other, whoever asks: a script has one mind. */
  step(token: string, bar: BuiltBar): Promise<Decision> {
    const next = this.#turn.then(() => this.#step(token, bar))
    this.#turn = next
    return next
  }

  close(): void {
    this.#isOver = true
    void this.#session?.kill()
  }

  async #step(token: string, bar: BuiltBar): Promise<Decision> {
    const index = this.#participant.instruments.findIndex((instrument) => instrument.token === token)
    if (this.#isOver || index < 0) return NOTHING
    const isPast = bar.startMs + MINUTE_MS + PAST_MS < this.#setup.clock.nowMs()
    if (isPast && this.#session === null) {
      this.#past.push({ index, bar })
      return NOTHING
    }
    const session = this.#session ?? (await this.#start())
    if (session === null) return NOTHING
    const answer = await session.step(this.#rowsOf([{ index, bar }]), 'trade')
    if (answer.kind === 'failed') return this.#fail(answer)
    const signal = answer.signals[0] ?? 0
    const size = answer.sizes.get(0)
    return signal === 0 ? NOTHING : { signal, inputs: size === undefined ? {} : { quantity: size } }
  }

  async #start(): Promise<ScriptSession | null> {
    const { code, filename, parameters, rules } = this.#script
    const instruments = this.#participant.instruments.map(({ symbol, token, tickPaise, lotSize }) => ({
      symbol,
      token,
      tick_paise: tickPaise,
      lot_size: lotSize,
    }))
    const start = { code, filename, parameters, rules, instruments, seed: 1 }
    const load = { ...start, bar_ms: MINUTE_MS, start_ms: this.#setup.clock.nowMs() }
    const session = this.#setup.runner.open(load, LIMITS)
    if (session === null) return this.#refuse(this.#setup.runner.cage.sentence)
    this.#session = session
    const ready = await session.load()
    if (ready.kind === 'failed') return this.#end(ready)
    const past = this.#past.sort((a, b) => a.bar.startMs - b.bar.startMs || a.index - b.index)
    this.#past = []
    const warmed = past.length === 0 ? null : await session.step(this.#rowsOf(past), 'warm')
    return warmed?.kind === 'failed' ? this.#end(warmed) : session
  }

  #fail(failure: ScriptFailure): Decision {
    this.#end(failure)
    return NOTHING
  }

  #end(failure: ScriptFailure): null {
    return this.#refuse(`The bot's code stopped: ${failure.error}`)
  }

  #refuse(sentence: string): null {
    if (!this.#isOver) this.#setup.onFailure(this.#participant, sentence)
    this.close()
    return null
  }

  #rowsOf(rows: readonly Row[]): ScriptRows {
    const whole = (read: (bar: BuiltBar) => number) => Int32Array.from(rows, ({ bar }) => read(bar))
    const real = (read: (bar: BuiltBar) => number) => Float64Array.from(rows, ({ bar }) => read(bar))
    return {
      timeMs: real(({ startMs }) => startMs),
      volume: real(({ volume }) => volume),
      openPaise: whole(({ openPaise }) => openPaise),
      highPaise: whole(({ highPaise }) => highPaise),
      lowPaise: whole(({ lowPaise }) => lowPaise),
      closePaise: whole(({ closePaise }) => closePaise),
      symbol: Uint16Array.from(rows, ({ index }) => index),
      phase: Uint8Array.from(rows, ({ index, bar }) => this.#phases.of(index, bar.startMs)),
    }
  }
}
