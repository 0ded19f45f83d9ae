import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { AuthorLibraries } from '../../ports.ts'
import type { FoundSandbox } from '../isolation/find-sandbox.ts'
import type { SandboxCommand } from '../isolation/sandboxed-process.ts'

/** The lines of runtime/install_libraries.py. */
const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('installing'), percent: z.number() }),
  z.object({ kind: z.literal('none'), sentence: z.string() }),
  z.object({
    kind: z.literal('ready'),
    folder: z.string(),
    id: z.string(),
    packages: z.array(z.tuple([z.string(), z.string()])),
    modules: z.array(z.string()),
  }),
])
type Step = z.infer<typeof Step>

export type LibrariesOptions = {
  readonly runtimeFolder: string
  /** Where environments are kept; without it beside the caches of the product's user. */
  readonly folder?: string | undefined
  /** An operator's own lock file. */
  readonly extraLock?: string | undefined
}

const NO_PYTHON = 'Libraries for authors need a sandbox with Python, which this machine does not have.'
const NOT_IN_SANDBOX = 'The libraries for authors are installed, but the sandbox does not start with them.'

/** The environment of this machine's Python, and the sandbox that shows it to scripts. */
export class LibraryInstallation {
  readonly #sandbox: FoundSandbox
  readonly #options: LibrariesOptions
  #state: AuthorLibraries = { kind: 'none', sentence: 'The libraries for authors are not installed yet.' }
  #command: SandboxCommand | null = null
  #running: Promise<void> | null = null

  constructor(sandbox: FoundSandbox, options: LibrariesOptions) {
    this.#sandbox = sandbox
    this.#options = options
  }

  get state(): AuthorLibraries {
    return this.#state
  }

  /** Null until they are there. */
  get command(): SandboxCommand | null {
    return this.#command
  }

  /** Takes an environment that is there; what is missing is not installed, so that nothing waits for it. */
  find(): Promise<void> {
    return this.#run(['--find'], [])
  }

  /** At the lowest priority: a product that trades does not wait for it, as its start does for `find`. */
  install(): Promise<void> {
    return this.#run([], ['nice', '-n', '19'])
  }

  #run(more: readonly string[], before: readonly string[]): Promise<void> {
    this.#running ??= this.#runOnce(more, before).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #runOnce(more: readonly string[], before: readonly string[]): Promise<void> {
    if (this.#command !== null) return
    const { python } = this.#sandbox
    if (python === null) {
      this.#state = { kind: 'none', sentence: NO_PYTHON }
      return
    }
    const { runtimeFolder, folder, extraLock } = this.#options
    const places = [...(folder ? ['--into', folder] : []), ...(extraLock ? ['--extra', extraLock] : [])]
    const command = [...before, python, '-I', path.join(runtimeFolder, 'install_libraries.py'), ...places, ...more]
    let last: Step = { kind: 'none', sentence: 'The libraries for authors could not be installed.' }
    for await (const step of stepsOf(command)) {
      last = step
      if (step.kind === 'installing') this.#state = step
    }
    this.#state = await this.#stateAfter(last)
  }

  async #stateAfter(last: Step): Promise<AuthorLibraries> {
    if (last.kind === 'installing')
      return { kind: 'none', sentence: 'The installation of the libraries for authors ended before it was complete.' }
    if (last.kind === 'none') return last
    this.#command = await this.#sandbox.commandWith(last.folder)
    if (this.#command === null) return { kind: 'none', sentence: NOT_IN_SANDBOX }
    const { id, packages, modules } = last
    return { kind: 'ready', id, packages, modules }
  }
}

async function* stepsOf([program, ...args]: readonly string[]): AsyncGenerator<Step> {
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let problem: Step | null = null
  child.once('error', (error) => {
    problem = { kind: 'none', sentence: `The libraries for authors could not be installed: ${error.message}.` }
  })
  for await (const line of createInterface(child.stdout)) {
    const step = Step.safeParse(parsed(line))
    if (step.success) yield step.data
  }
  if (problem !== null) yield problem
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
