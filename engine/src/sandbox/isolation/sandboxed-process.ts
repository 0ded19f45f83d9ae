import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { SandboxUser } from './find-interpreters.ts'
import { processTree } from './process-tree.ts'

const MOST_TRACE = 8_000

/** What to start, found once per machine (find-sandbox.ts). */
export type SandboxCommand = {
  readonly file: string
  readonly args: readonly string[]
  /** File with the compiled seccomp filter, or null. */
  readonly filterFile: string | null
  /** When started as root, the launcher becomes another user. */
  readonly user: SandboxUser
}

export type SandboxedProcess = {
  /** Of the launcher; undefined if it could not be started. */
  readonly pid: number | undefined
  readonly input: Writable
  readonly output: Readable
  /** Where it was in its code when it was interrupted or crashed, as Python writes it; a script may forge it. */
  readonly trace: () => string
  /** Resolves with the signal or exit code once the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly kill: () => void
  /** Raises the end of its time in the script's own line, where the script can still be reached. */
  readonly interrupt: () => Promise<void>
  /** Resolves when the interpreter has produced its first output or has ended. */
  readonly warm: () => Promise<void>
}

/** Starts one interpreter in its sandbox, in its own process group, with an empty environment. */
export function startSandboxedProcess(command: SandboxCommand): SandboxedProcess {
  const filter = command.filterFile === null ? null : openSync(command.filterFile, 'r')
  const child = spawn(command.file, [...command.args], {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', filter ?? 'ignore'],
    ...command.user,
  })
  if (filter !== null) closeSync(filter)
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A killed script closes its pipes during a write, which is expected.
  child.stdin!.on('error', () => undefined)
  child.stdout!.on('error', () => undefined)
  child.stderr!.on('error', () => undefined)
  let trace = ''
  child.stderr!.on('data', (piece: Buffer) => {
    trace = (trace + piece.toString('latin1')).slice(-MOST_TRACE)
  })
  return {
    pid: child.pid,
    input: child.stdin!,
    output: child.stdout!,
    trace: () => trace,
    ended,
    kill: () => killGroup(child),
    interrupt: () => interrupt(child),
    warm: () => firstOutput(child.stdout!),
  }
}

/** Waits for the first output without consuming it. */
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

/** The interpreter is the innermost process; the launcher above it would end by the signal. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  const innermost = (await processTree(child.pid)).at(-1)
  try {
    if (innermost !== undefined && innermost !== child.pid) process.kill(innermost, 'SIGXCPU')
  } catch {
    // It ended meanwhile, or belongs to a user whom this one may not signal: it is killed soon.
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process ended between the check and the signal.
  }
}
