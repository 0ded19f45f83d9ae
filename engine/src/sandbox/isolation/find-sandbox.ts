import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { SandboxReport } from '../../ports.ts'
import type { Timers } from '../../ports/timers.ts'
import { findInterpreters, findPrograms, type SandboxUser } from './find-interpreters.ts'
import { cgroupMemory, findCgroup } from './cgroup-memory.ts'
import { type MemoryLimit, watchedMemory } from './memory-limit.ts'
import { prepareFolder, withLibraries } from './prepare-folder.ts'
import { bubblewrapArguments, namespaceArguments, type SandboxPlace } from './sandbox-command.ts'
import { type SandboxCommand, startSandboxedProcess } from './sandboxed-process.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { SANDBOX_FOLDER, sweepSandboxFolders } from './sweep-sandbox-folders.ts'

export type SandboxOptions = {
  /** The runtime/ folder of this product. */
  readonly runtimeFolder: string
  /** Folders that no script may see wherever they are: the product's own and its data. */
  readonly hiddenFolders: readonly string[]
  /** The PATH in which programs are searched. */
  readonly searchPath: string
  /** Without bubblewrap scripts could read this machine's files, so that is allowed by name only. */
  readonly allowsWeakSandbox: boolean
  /** A cgroup (version 2) for the sandboxes; without it the product's own is used where it can be. */
  readonly cgroup?: string | undefined
  readonly timers: Timers
}

export type FoundSandbox = {
  readonly report: SandboxReport
  readonly command: SandboxCommand | null
  readonly memory: MemoryLimit
  readonly remove: () => Promise<void>
  /** The Python that runs scripts, for which their libraries are installed. */
  readonly python: string | null
  /** The same sandbox with the libraries of this folder; null where it does not start with them. */
  readonly commandWith: (site: string) => Promise<SandboxCommand | null>
}

type Started = Pick<FoundSandbox, 'commandWith' | 'remove'> & {
  readonly command: SandboxCommand
  readonly python: string
  readonly clock: SandboxPlace['clock']
}
type Filters = { readonly starting: Uint8Array; readonly running: Uint8Array }

const NOBODY = { uid: 65_534, gid: 65_534 }
const WARM_WITHIN_MS = 10_000
const INSTALL = 'Install it: sudo apt-get install bubblewrap.'

/** The sandbox that actually starts on this machine. Where one of its parts is missing, no script runs. */
export async function findSandbox(options: SandboxOptions): Promise<FoundSandbox> {
  await sweepSandboxFolders(os.tmpdir())
  const starting = seccompFilter(process.arch, 'starting')
  const running = seccompFilter(process.arch, 'running')
  if (process.platform !== 'linux' || starting === null || running === null) {
    const machine = `${process.platform} on ${process.arch}`
    return none(`Edited bot code runs on Linux on x86_64 or arm64 only, and this machine is ${machine}.`)
  }
  const cgroup = await findCgroup(options.cgroup)
  if (options.cgroup !== undefined && 'reason' in cgroup) {
    return none(`Edited bot code cannot run: SANDBOX_CGROUP is set, but ${cgroup.reason}.`)
  }
  const memory = 'folder' in cgroup ? await cgroupMemory(cgroup.folder, options.timers) : watchedMemory(options.timers)
  const filters = { starting, running }
  const bubblewrap = await tryEach('bwrap', options, filters)
  if (typeof bubblewrap === 'object') {
    const bound = 'folder' in cgroup ? 'memory limited by a cgroup' : 'memory limited by address space'
    const sentence = `Scripts run in bubblewrap: no network, no files, one process, limited time, ${bound}.`
    return { ...bubblewrap, memory, report: { kind: 'bubblewrap', sentence: sentence + clockWords(bubblewrap.clock) } }
  }
  if (bubblewrap === 'no interpreter') {
    return none('Python 3.9 or newer was not found here: edited bot code cannot run. Install the package python3.')
  }
  if (options.allowsWeakSandbox) {
    const namespaces = await tryEach('unshare', options, filters)
    if (typeof namespaces === 'object') {
      const sentence = `ALLOW_WEAK_SANDBOX is on: scripts run without network and apart from other processes, but can read files of this machine. ${INSTALL}`
      return {
        ...namespaces,
        memory,
        report: { kind: 'namespaces', sentence: sentence + clockWords(namespaces.clock) },
      }
    }
  }
  return none(
    bubblewrap === 'no program'
      ? `Edited bot code cannot run without bubblewrap. ${INSTALL}`
      : 'Edited bot code cannot run: bubblewrap is installed but does not start. It needs user namespaces and seccomp (sysctl user.max_user_namespaces, and in a container a security profile that allows them).',
  )
}

function clockWords(clock: SandboxPlace['clock']): string {
  return clock === 'native' ? '' : ' Native code in a script can read the clock of this machine.'
}

/** Every user with every interpreter; what works is decided by starting it. */
async function tryEach(
  program: 'bwrap' | 'unshare',
  options: SandboxOptions,
  filters: Filters,
): Promise<Started | 'no program' | 'no interpreter' | 'no start'> {
  const [file] = await findPrograms(program, options.searchPath)
  if (file === undefined) return 'no program'
  let hasInterpreter = false
  for (const user of sandboxUsers()) {
    for await (const interpreter of findInterpreters(options.searchPath, user)) {
      hasInterpreter = true
      const folder = await mkdtemp(path.join(os.tmpdir(), `${SANDBOX_FOLDER}${process.pid}-`))
      const remove = () => rm(folder, { recursive: true, force: true })
      const { runtimeFolder, hiddenFolders } = options
      const prepared = await prepareFolder(folder, interpreter, {
        runtimeFolder,
        hiddenFolders,
        runningFilter: filters.running,
      })
      const filterFile = path.join(folder, 'starting.bpf')
      await writeFile(filterFile, filters.starting)
      for (const clock of ['native', 'python'] as const) {
        const place = { ...prepared, clock }
        const commandOf = (at: SandboxPlace): SandboxCommand =>
          program === 'bwrap'
            ? { file, args: bubblewrapArguments(at), filterFile, user }
            : { file, args: namespaceArguments(at), filterFile: null, user }
        const command = commandOf(place)
        if (!(await starts(command, options.timers))) continue
        const commandWith = async (site: string) => {
          const widened = commandOf(await withLibraries(place, interpreter, site))
          return (await starts(widened, options.timers)) ? widened : null
        }
        return { command, commandWith, python: interpreter.file, clock, remove }
      }
      await remove()
    }
  }
  return hasInterpreter ? 'no start' : 'no interpreter'
}

/** Root becomes nobody where that user exists in the namespace; elsewhere a script has the product's own user. */
function sandboxUsers(): SandboxUser[] {
  return process.getuid?.() === 0 ? [NOBODY, {}] : [{}]
}

function none(sentence: string): FoundSandbox {
  const memory = { apply: () => Promise.reject(new Error(sentence)) }
  const nothing = { command: null, python: null, commandWith: async () => null, remove: async () => undefined }
  return { report: { kind: 'none', sentence }, memory, ...nothing }
}

/** A sandbox works if an interpreter in it produces its first output. */
async function starts(command: SandboxCommand, timers: Timers): Promise<boolean> {
  const child = startSandboxedProcess(command)
  let cancel = () => {}
  const isGood = await new Promise<boolean>((resolve) => {
    child.output.once('data', () => resolve(true))
    child.output.once('end', () => resolve(false))
    cancel = timers.after(WARM_WITHIN_MS, () => resolve(false))
  })
  cancel()
  child.kill()
  await child.ended
  return isGood
}
