import {
  type BotFrame,
  type EngineFrame,
  MOST_NOTES,
  MOST_PRINTED,
  MOST_WARNINGS,
  type ScriptNote,
} from '@trading-bot/contract/bot-wire/frames'
import type { Bars } from '@trading-bot/core/bars'
import { INTERVAL_MS, INTERVALS } from '@trading-bot/core/intervals/interval'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { ScriptFailure, ScriptOptions, ScriptSources, ScriptWarning } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import { FrameReader, type ReadFrame } from './frame-reader.ts'
import type { AppliedLimit, MemoryLimit } from './isolation/memory-limit.ts'
import type { SandboxedProcess } from './isolation/sandboxed-process.ts'
import { plainRows, plainText } from './plain-text.ts'
import { PrintBudget } from './print-budget.ts'
import { readTrace } from './read-trace.ts'
import type { ScriptSource } from './script-load.ts'
import { candleColumns, whenRead, writeFrame } from './write-frame.ts'

const INTERRUPTED_WITHIN_MS = 500
// Bubblewrap reports a signal as 128 plus its number.
const CODE_OF_SIGXCPU = 152
const FRAME_COST = 10
const OUT_OF_MEMORY = 'The script used more memory than it may and was stopped.'

type WarningFrame = Extract<BotFrame, { kind: 'warning' }>
type CandlesWanted = Extract<BotFrame, { kind: 'candles' }>

export type Question = {
  readonly withinMs: number
  readonly answer: 'ready' | 'read' | 'signals' | 'plots' | 'rows' | 'stopped'
  readonly columns?: readonly Uint8Array[]
  readonly blobBytes?: number
}

/** One request at a time; anything but a valid answer in time ends the script. */
export class ScriptChannel {
  readonly #child: SandboxedProcess
  readonly #timers: Timers
  readonly #source: ScriptSource
  readonly #sources: ScriptSources & Pick<ScriptOptions, 'onPrint'>
  readonly #reader: FrameReader
  readonly #printed: string[] = []
  readonly #livePrints: PrintBudget | null
  readonly warnings: ScriptWarning[] = []
  readonly notes: ScriptNote[] = []
  #printedLength = 0
  #isWarm = false
  #isReadingCandles = false
  #onWarm: () => void = () => undefined
  #memory: AppliedLimit | null = null
  #failure: ScriptFailure | null = null
  /** Said of a script whose step has taken too long, once it was interrupted. */
  #overtime: string | null = null
  #waiting: ((read: ReadFrame | ScriptFailure) => void) | null = null

  constructor(
    child: SandboxedProcess,
    timers: Timers,
    source: ScriptSource,
    sources: ScriptSources & Pick<ScriptOptions, 'onPrint'>,
  ) {
    this.#child = child
    this.#source = source
    this.#sources = sources
    this.#timers = timers
    this.#livePrints = sources.onPrint ? new PrintBudget(timers, sources.onPrint) : null
    this.#reader = new FrameReader((read) => this.#onFrame(read))
    child.output.on('data', (piece: Uint8Array) => this.#onPiece(piece))
    void child.ended.then(async ({ signal, code }) => {
      if (await this.#memory?.wasExceeded()) this.end('memory', OUT_OF_MEMORY)
      else if (signal === 'SIGXCPU' || code === CODE_OF_SIGXCPU)
        this.#endAtLine('budget', 'The script used up its processor time')
      else this.#endAtLine('died', 'The script ended unexpectedly', ENDS_UNEXPECTEDLY)
      await this.#memory?.release()
    })
  }

  /** Null once the interpreter is up. */
  whenWarm(withinMs: number): Promise<ScriptFailure | null> {
    if (this.#isWarm || this.#failure !== null) return Promise.resolve(this.#failure)
    return new Promise((resolve) => {
      const cancel = this.#timers.after(withinMs, () => this.end('budget', 'Python did not start in time.'))
      this.#onWarm = () => {
        cancel()
        resolve(this.#failure)
      }
    })
  }

  /** Before the script is sent, so that nothing of it runs without the limit. */
  async limitMemory(limit: MemoryLimit, memoryMb: number): Promise<ScriptFailure | null> {
    if (this.#child.pid === undefined) return this.#failure
    try {
      this.#memory = await limit.apply(this.#child.pid, memoryMb, () => void this.end('memory', OUT_OF_MEMORY))
    } catch {
      this.end('died', 'The memory of the script could not be limited, so it was not started.')
    }
    return this.#failure
  }

  async ask(frame: EngineFrame, question: Question): Promise<ReadFrame | ScriptFailure> {
    const { withinMs, answer, columns = [], blobBytes = 0 } = question
    if (this.#failure !== null) return this.#failure
    this.#reader.mostBlobBytes = blobBytes
    // A bot that trades prints all day: its limit counts for each step.
    if (this.#livePrints) this.#printedLength = 0
    const read = await new Promise<ReadFrame | ScriptFailure>((resolve) => {
      const seconds = (withinMs / 1000).toFixed(withinMs < 1000 ? 1 : 0)
      const sentence = `The script took longer than ${seconds} s for one step and was stopped`
      const end = () => void this.#endAtLine('budget', sentence)
      let cancel = this.#timers.after(withinMs, () => {
        // It tells the line at which it is; one that does not within a moment is ended without.
        this.#overtime = sentence
        cancel = this.#timers.after(INTERRUPTED_WITHIN_MS, end)
        void this.#child.interrupt()
      })
      this.#waiting = (result) => {
        cancel()
        resolve(result)
      }
      writeFrame(this.#child.input, frame, columns)
    })
    if ('kind' in read) return read
    if (read.frame.kind === 'failed') return this.#scriptFailed(read.frame)
    // An answer that was given only once it was interrupted is none.
    if (this.#overtime !== null) return this.#endAtLine('budget', this.#overtime)
    return read.frame.kind === answer ? read : this.end('protocol', broken(`${read.frame.kind} was not asked for`))
  }

  /** Without an answer, so that we prepare what comes next while it reads; null, or why it has ended. */
  async tell(frame: EngineFrame, columns: readonly Uint8Array[]): Promise<ScriptFailure | null> {
    if (this.#failure !== null) return this.#failure
    writeFrame(this.#child.input, frame, columns)
    await whenRead(this.#child.input)
    return this.#failure
  }

  end(failure: ScriptFailure['failure'], error: string, place: Place = { line: null }): ScriptFailure {
    if (this.#failure !== null) return this.#failure
    this.#failure = { kind: 'failed', failure, error, ...place, trace: '', missing: [] }
    this.#child.kill()
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.(this.#failure)
    this.#onWarm()
    return this.#failure
  }

  async close(): Promise<void> {
    this.end('died', 'The script was ended.')
    this.#child.kill()
    this.#livePrints?.endMinute()
    await this.#child.ended
    await this.#memory?.release()
  }

  printed(): string {
    return this.#printed.join('')
  }

  #scriptFailed(frame: Omit<ScriptFailure, 'failure'> & { readonly failure: ScriptFailure['failure'] }): ScriptFailure {
    const isMemory = frame.error.startsWith('MemoryError')
    const texts = { error: plainText(frame.error), trace: plainText(frame.trace) }
    if (this.#overtime !== null && frame.failure === 'budget') texts.error = sentenceAt(this.#overtime, frame)
    const rows = frame.rows ? plainRows(frame.rows) : null
    this.#failure = { ...frame, ...texts, rows, ...(isMemory && { failure: 'memory' as const }) }
    this.#child.kill()
    return this.#failure
  }

  /** Ends a script that could not tell its line itself. */
  #endAtLine(failure: ScriptFailure['failure'], sentence: string, why?: string): ScriptFailure {
    const place = readTrace(this.#child.trace(), this.#source) ?? { line: null }
    return this.end(failure, sentenceAt(sentence, place, why), place)
  }

  #onPiece(piece: Uint8Array): void {
    if (this.#failure !== null) return
    try {
      this.#reader.push(piece)
    } catch {
      this.end('protocol', broken('a frame could not be read'))
    }
  }

  #onFrame(read: ReadFrame): void {
    if (this.#failure !== null) return
    if (read.frame.kind === 'print') return this.#appendOutput(read.frame.text)
    if (read.frame.kind === 'warning') return this.#appendWarning(read.frame)
    if (read.frame.kind === 'notes') return this.#appendNotes(read.frame.notes)
    if (read.frame.kind === 'warm' && !this.#isWarm) {
      this.#isWarm = true
      return this.#onWarm()
    }
    const waiting = this.#waiting
    if (waiting === null) throw new Error('unrequested answer')
    // It asks while it is being asked: its answer is still awaited, within the same time.
    if (read.frame.kind === 'candles') return this.#onCandlesWanted(read.frame)
    this.#waiting = null
    waiting(read)
  }

  /** The runtime waits for its candles; whoever asks for more meanwhile only wants to make us read. */
  #onCandlesWanted(wanted: CandlesWanted): void {
    if (this.#isReadingCandles) throw new Error('two requests at once')
    this.#isReadingCandles = true
    void this.#giveCandles(wanted).finally(() => {
      this.#isReadingCandles = false
    })
  }

  async #giveCandles({ token, minutes, from_ms, until_ms }: CandlesWanted): Promise<void> {
    const interval = INTERVALS.find((one) => INTERVAL_MS[one] === minutes * MINUTE_MS)
    const { candles } = this.#sources
    let bars: Bars | null = null
    try {
      // A script that asks without reading the answers waits: at most one of them is kept here.
      await whenRead(this.#child.input)
      if (interval && candles) bars = await candles({ token, interval, fromMs: from_ms, untilMs: until_ms })
    } catch {
      // The script is told that nobody knows; why is nothing that code in a sandbox should learn.
    }
    if (this.#failure !== null) return
    const problem = bars === null && candles ? 'history cannot be read' : null
    const frame = { kind: 'candles', count: bars?.timeMs.length ?? 0, problem } as const
    writeFrame(this.#child.input, frame, bars ? candleColumns(bars) : [])
  }

  #appendOutput(text: string): void {
    // The runtime stops before this limit, so what exceeds it is forged; each frame counts, even an empty one.
    this.#printedLength += text.length + FRAME_COST
    if (this.#printedLength > MOST_PRINTED) throw new Error('more output than the runtime sends')
    if (this.#livePrints) this.#livePrints.print(plainText(text))
    else this.#printed.push(plainText(text))
  }

  #appendWarning({ text, line, file, time_ms }: WarningFrame): void {
    if (this.warnings.length >= MOST_WARNINGS) throw new Error('more warnings than the runtime sends')
    this.warnings.push({ text: plainText(text), line, file, timeMs: time_ms })
  }

  #appendNotes(notes: readonly ScriptNote[]): void {
    if (this.notes.length + notes.length > MOST_NOTES) throw new Error('more notes than the runtime sends')
    for (const note of notes) this.notes.push({ ...note, text: plainText(note.text) })
  }
}

const TOO_MUCH = 'a loop that never ends, or too much work'
const ENDS_UNEXPECTEDLY = 'it ran out of memory or processor time, or ended its own process'

type Place = Pick<ScriptFailure, 'line' | 'file'>

function sentenceAt(sentence: string, { line, file }: Place, why?: string): string {
  const at = line === null ? '' : ` in ${file ? `${file} ` : ''}line ${line}`
  const because = why ?? (line === null ? undefined : TOO_MUCH)
  return `${sentence}${at}${because === undefined ? '' : `: ${because}`}.`
}

export function broken(what: string): string {
  return `The script broke the protocol and was stopped: ${what}.`
}
