import { type SandboxCommand, type SandboxedProcess, startSandboxedProcess } from './isolation/sandboxed-process.ts'

/** Interpreters that have started and wait for a script, each in its own sandbox and used once. */
export class WarmProcesses {
  readonly #command: () => SandboxCommand | null
  readonly #count: number
  readonly #running = new Set<SandboxedProcess>()
  #spares: SandboxedProcess[] = []
  #isClosed = false

  constructor(command: () => SandboxCommand | null, count: number) {
    this.#command = command
    this.#count = count
  }

  fill(): void {
    while (this.#spares.length < this.#count) {
      const child = this.#start()
      if (child === null) return
      this.#spares.push(child)
    }
  }

  /** The one that has waited longest; another takes its place. */
  take(): SandboxedProcess | null {
    const child = this.#spares.shift() ?? this.#start()
    this.fill()
    return child
  }

  async warm(): Promise<void> {
    await Promise.all(this.#spares.map((child) => child.warm()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
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
