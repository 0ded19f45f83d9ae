import { MINUTE_MS } from '@trading-bot/core/time'
import type { Cancel, Timers } from '../ports/timers.ts'

// Ten full steps of the runtime: after an interruption a bot is given several minutes at once.
const MOST_LINES = 600
const MOST_CHARACTERS = 60_000

/**
 * Passes on what a bot that trades prints, up to a limit for each minute. The runtime prints less, but a script can write
 * frames of its own, in every step and between them.
 */
export class PrintBudget {
  readonly #timers: Timers
  readonly #onPrint: (text: string) => void
  #lines = 0
  #characters = 0
  #linesLeftOut = 0
  #cancel: Cancel | null = null

  constructor(timers: Timers, onPrint: (text: string) => void) {
    this.#timers = timers
    this.#onPrint = onPrint
  }

  print(text: string): void {
    this.#cancel ??= this.#timers.after(MINUTE_MS, () => this.endMinute())
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    this.#lines += lines
    this.#characters += text.length
    if (this.#lines > MOST_LINES || this.#characters > MOST_CHARACTERS) this.#linesLeftOut += lines
    else this.#onPrint(text)
  }

  /** Says once how much was left out; also when the script ends. */
  endMinute(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#linesLeftOut > 0) {
      const words = `${this.#linesLeftOut} lines left out: a bot prints at most ${MOST_LINES} lines`
      this.#onPrint(`(${words} and ${MOST_CHARACTERS.toLocaleString('en-IN')} characters a minute)\n`)
    }
    this.#lines = this.#characters = this.#linesLeftOut = 0
  }
}
