import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

/** What to start, found once per machine (find-cage.ts). */
export type SandboxCommand = {
  readonly file: string
  readonly args: readonly string[]
  /** A file with the compiled kernel-call filter, or null. */
  readonly filterFile: string | null
  /** As root the launcher itself becomes nobody: limits on processes do not bind root. */
  readonly nobody: { readonly uid: number; readonly gid: number } | null
}

export type SandboxedProcess = {
  readonly input: Writable
  readonly output: Readable
  /** Resolves with the signal or code once the process is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly kill: () => void
  /** Resolves when the interpreter has said its first word, or is gone. */
  readonly warm: () => Promise<void>
}

/** Starts one interpreter in its cage, as a group of its own, with nothing in its environment. */
export function startSandboxedProcess(command: SandboxCommand): SandboxedProcess {
  const filter = command.filterFile === null ? null : openSync(command.filterFile, 'r')
  const child = spawn(command.file, [...command.args], {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', filter ?? 'ignore'],
    ...command.nobody,
  })
  if (filter !== null) closeSync(filter)
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A killed script closes its pipes in the middle of a write: that is no news.
  child.stdin!.on('error', () => undefined)
  child.stdout!.on('error', () => undefined)
  return {
    input: child.stdin!,
    output: child.stdout!,
    ended,
    kill: () => killGroup(child),
    warm: () => firstOutput(child.stdout!),
  }
}

/** The word itself stays in the pipe for whoever will read it. */
function firstOutput(output: Readable): Promise<void> {
  if (output.readableLength > 0 || output.readableEnded || output.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      output.off('readable', done)
      output.off('close', done)
      resolve()
    }
    output.on('readable', done)
    output.on('close', done)
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone between the look and the signal.
  }
}
