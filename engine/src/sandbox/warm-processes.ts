import type { Cancel, Timers } from '../ports/timers.ts'
import { type SandboxCommand, type SandboxedProcess, startSandboxedProcess } from './isolation/sandboxed-process.ts'

/** Starting one with libraries takes most of a second of a processor, which the script that took the last one needs first. */
const REPLACED_AFTER_MS = 1_000

/** Interpreters that have started and wait for a script, each in its own sandbox and used once. */
export class WarmProcesses {
  readonly #command: () => SandboxCommand | null
  readonly #count: number
  readonly #timers: Timers
  readonly #running = new Set<SandboxedProcess>()
  #spares: SandboxedProcess[] = []
  #replaceLater: Cancel | null = null
  #isClosed = false

  constructor(command: () => SandboxCommand | null, count: number, timers: Timers) {
    this.#command = command
    this.#count = count
    this.#timers = timers
  }

  fill(): void {
    this.#replaceLater?.()
    this.#replaceLater = null
    while (this.#spares.length < this.#count) {
      const child = this.#start()
      if (child === null) return
      this.#spares.push(child)
    }
  }

  /** When there is time: until then only whoever takes one has others started. */
  fillAfter(ms: number): void {
    this.#replaceLater ??= this.#timers.after(ms, () => this.fill())
  }

  /** The one that has waited longest; another takes its place, after a while if there are others for whoever comes next. */
  take(): SandboxedProcess | null {
    const child = this.#spares.shift() ?? this.#start()
    if (this.#spares.length === 0) this.fill()
    else this.fillAfter(REPLACED_AFTER_MS)
    return child
  }

  async warm(): Promise<void> {
    if (this.#replaceLater) this.fill()
    await Promise.all(this.#spares.map((child) => child.warm()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#replaceLater?.()
    const all = [...this.#running]
    for (const child of all) child.kill()
    await Promise.all(all.map((child) => child.ended))
  }

  #start(): SandboxedProcess | null {
    const command = this.#command()
    if (command === null || this.#isClosed) return null
    const child = startSandboxedProcess(command)
    this.#running.add(child)
    void child.ended.then(() => {
      this.#running.delete(child)
      this.#spares = this.#spares.filter((spare) => spare !== child)
    })
    return child
  }
}
