import { execFile } from 'node:child_process'
import { access, cp, lstat, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SandboxReport } from '../../ports.ts'
import { pause } from '../../brokers/pause.ts'
import type { Timers } from '../../ports/timers.ts'
import { bubblewrapArguments, type SandboxPlace, namespaceArguments } from './sandbox-command.ts'
import { type SandboxCommand, startSandboxedProcess } from './sandboxed-process.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { SANDBOX_FOLDER, sweepSandboxFolders } from './sweep-sandbox-folders.ts'

export type SandboxOptions = {
  /** The runtime/ folder of this product. */
  readonly runtimeFolder: string
  /** The PATH in which programs are searched. */
  readonly searchPath: string
  /** Production requires bubblewrap. */
  readonly isProduction: boolean
  readonly timers: Timers
}

export type FoundSandbox = {
  readonly report: SandboxReport
  readonly command: SandboxCommand | null
  readonly remove: () => Promise<void>
}

const run = promisify(execFile)
const NOBODY = { uid: 65_534, gid: 65_534 }
const WARM_WITHIN_MS = 10_000

/** The best sandbox that actually starts on this machine; every combination with an interpreter is tried. */
export async function findSandbox(options: SandboxOptions): Promise<FoundSandbox> {
  await sweepSandboxFolders(os.tmpdir())
  const pythons = await findPythons(options.searchPath)
  if (pythons.length === 0) return none('Python 3.9 or newer was not found here: edited bot code cannot run.')
  const bubblewrap = await tryEach('bwrap', pythons, options)
  if (bubblewrap !== null) {
    const sentence = 'Scripts run in bubblewrap: no network, no files, one process, limited time and memory.'
    return { report: { kind: 'bubblewrap', sentence }, ...bubblewrap }
  }
  if (options.isProduction)
    return none('Edited bot code needs bubblewrap on this machine: install the package bubblewrap.')
  const namespaces = await tryEach('unshare', pythons, options)
  if (namespaces !== null) {
    const sentence =
      'Bubblewrap is missing: scripts run without network and apart from other processes, but can read files of this ' +
      'machine. Install the package bubblewrap.'
    return { report: { kind: 'namespaces', sentence }, ...namespaces }
  }
  return none('This machine offers no cage for scripts (bubblewrap on Linux): edited bot code cannot run here.')
}

async function tryEach(
  program: 'bwrap' | 'unshare',
  pythons: readonly Python[],
  options: SandboxOptions,
): Promise<Pick<FoundSandbox, 'command' | 'remove'> | null> {
  const [file] = await findPrograms(program, options.searchPath)
  if (file === undefined) return null
  const nobody = process.getuid?.() === 0 ? NOBODY : null
  for (const python of pythons) {
    // A world-readable, read-only copy, whatever the permissions of the product's own folder.
    const folder = await mkdtemp(path.join(os.tmpdir(), `${SANDBOX_FOLDER}${process.pid}-`))
    const remove = () => rm(folder, { recursive: true, force: true })
    const place = await prepareFolder(folder, options.runtimeFolder, python)
    const command =
      program === 'bwrap'
        ? {
            file,
            args: bubblewrapArguments(place),
            filterFile: place.hasFilter ? `${folder}/filter.bpf` : null,
            nobody,
          }
        : { file, args: namespaceArguments(place), filterFile: null, nobody }
    if (await starts(command, options.timers)) return { command, remove }
    await remove()
  }
  return null
}

function none(sentence: string): FoundSandbox {
  return { report: { kind: 'none', sentence }, command: null, remove: async () => undefined }
}

async function prepareFolder(folder: string, runtimeFolder: string, python: Python): Promise<SandboxPlace> {
  for (const part of ['bot_runtime', 'stand_ins']) {
    const filter = (source: string) => !source.includes('__pycache__')
    await cp(path.join(runtimeFolder, part), path.join(folder, part), { recursive: true, filter })
  }
  // Compiled once here, which halves the start time in the read-only sandbox.
  await run(python.file, ['-m', 'compileall', '-q', folder])
  const filter = seccompFilter(process.arch)
  if (filter !== null) await writeFile(path.join(folder, 'filter.bpf'), filter)
  await run('chmod', ['-R', 'a+rX', folder])
  return {
    python: python.file,
    pythonFolders: python.folders,
    runtimeFolder: folder,
    rootLinks: await rootLinks(),
    hasFilter: filter !== null,
  }
}

/** /bin, /lib and /lib64 are links into /usr on most machines and real folders on others. */
async function rootLinks(): Promise<SandboxPlace['rootLinks']> {
  const found: { name: string; target: string | null }[] = []
  for (const name of ['bin', 'lib', 'lib64']) {
    const stat = await lstat(`/${name}`).catch(() => null)
    if (stat?.isSymbolicLink()) found.push({ name, target: await readlink(`/${name}`) })
    else if (stat?.isDirectory()) found.push({ name, target: null })
  }
  return found
}

type Python = { readonly file: string; readonly folders: readonly string[] }

/** All interpreters on the PATH and the system's own, because the first may be in a home that the sandbox cannot see. */
async function findPythons(searchPath: string): Promise<Python[]> {
  const files = await findPrograms('python3', [searchPath, '/usr/local/bin', '/usr/bin'].join(path.delimiter))
  const ask =
    'import sys, os; print(os.path.realpath(sys.executable), sys.base_prefix, sys.version_info >= (3, 9), sep="\\n")'
  const found = new Map<string, Python>()
  for (const file of files) {
    const answer = await run(file, ['-I', '-c', ask]).catch(() => null)
    const [real, prefix, isNew] = answer?.stdout.trim().split('\n') ?? []
    if (!real || !prefix || isNew !== 'True') continue
    const folders = [...new Set([prefix, path.dirname(real)])].filter((folder) => !folder.startsWith('/usr'))
    found.set(real, { file: real, folders })
  }
  return [...found.values()]
}

async function findPrograms(name: string, searchPath: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of new Set(searchPath.split(path.delimiter))) {
    const file = path.join(folder, name)
    if (path.isAbsolute(file) && (await isThere(file))) found.push(file)
  }
  return found
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** A sandbox works if an interpreter in it produces its first output. */
async function starts(command: SandboxCommand, timers: Timers): Promise<boolean> {
  const child = startSandboxedProcess(command)
  const started = new Promise<boolean>((resolve) => {
    child.output.once('data', () => resolve(true))
    child.output.once('end', () => resolve(false))
  })
  const isGood = await Promise.race([started, pause(timers, WARM_WITHIN_MS).then(() => false)])
  child.kill()
  await child.ended
  return isGood
}
