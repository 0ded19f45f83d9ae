import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** A Python of this machine, with exactly what it reads. */
export type Interpreter = {
  readonly file: string
  /** Standard library, installed packages and time zones. */
  readonly folders: readonly string[]
  /** Shared libraries and the dynamic loader, at the paths where the loader finds them. */
  readonly libraries: readonly string[]
}

/** The user of the sandbox's processes; empty for the product's own. */
export type SandboxUser = { readonly uid?: number; readonly gid?: number }

const run = promisify(execFile)
const MOST_OUTPUT = 64 * 1024 * 1024
// The kernel limits one environment variable to 128 KB.
const MOST_PRELOAD_CHARACTERS = 100_000

// Only folders that belong to the installation: a .pth file could name any folder, such as the product's own.
const QUESTION = `
import json, os, site, sys, sysconfig
try:
    from zoneinfo import TZPATH as zones
except ImportError:
    zones = ()
named = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), *site.getsitepackages(), *zones]
print(json.dumps({
    "file": os.path.realpath(sys.executable),
    "isNew": sys.version_info >= (3, 9),
    "folders": sorted({os.path.realpath(name) for name in named if name and os.path.isdir(name)}),
}))
`

/** Interpreters on the PATH and the system's own that this user may start: the first may be in another's home. */
export async function* findInterpreters(searchPath: string, user: SandboxUser): AsyncGenerator<Interpreter> {
  const files = await findPrograms('python3', [searchPath, '/usr/local/bin', '/usr/bin'].join(path.delimiter))
  const known = new Set<string>()
  for (const candidate of files) {
    const answer = await askInterpreter(candidate, user)
    if (answer === null) continue
    const { file, isNew, folders } = answer
    if (!isNew || known.has(file)) continue
    known.add(file)
    const outermost = folders.filter((one) => !folders.some((other) => one.startsWith(`${other}/`)))
    yield { file, folders: outermost, libraries: await listLibraries(file, outermost) }
  }
}

type Answer = { readonly file: string; readonly isNew: boolean; readonly folders: readonly string[] }

async function askInterpreter(file: string, user: SandboxUser): Promise<Answer | null> {
  try {
    const { stdout } = await run(file, ['-I', '-c', QUESTION], { ...user, env: {}, cwd: '/' })
    return JSON.parse(stdout) as Answer
  } catch {
    // It is no Python, or this user may not start it, or there is no such user in this namespace.
    return null
  }
}

export async function findPrograms(name: string, searchPath: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of new Set(searchPath.split(path.delimiter))) {
    const file = path.join(folder, name)
    if (path.isAbsolute(file) && (await isThere(file))) found.push(file)
  }
  return found
}

/** What the dynamic loader would load for the interpreter and all of its extension modules, asked from the loader. */
export async function listLibraries(file: string, folders: readonly string[]): Promise<string[]> {
  const modules = (await Promise.all(folders.map(extensionModules))).flat()
  const found = new Set<string>()
  for (const preload of groups(modules)) {
    const env = { LD_TRACE_LOADED_OBJECTS: '1', LD_PRELOAD: preload }
    const { stdout } = await run(file, ['-I', '-c', ''], { env, maxBuffer: MOST_OUTPUT })
    // "libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)", or a path alone for the loader.
    for (const [, library] of stdout.matchAll(/^\t(?:\S+ => )?(\/\S+) \(0x/gm)) found.add(library!)
  }
  const isInside = (library: string) => folders.some((folder) => library.startsWith(`${folder}/`))
  return [...found].filter((library) => !isInside(library)).sort()
}

async function extensionModules(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names
    .filter((name) => /\.so(\.\d+)*$/.test(name) && !/[\s:]/.test(name))
    .map((name) => path.join(folder, name))
}

/** At least one group, because the interpreter has libraries without any module. */
function groups(modules: readonly string[]): string[] {
  const made = ['']
  for (const module of modules) {
    if (made.at(-1)!.length + module.length > MOST_PRELOAD_CHARACTERS) made.push('')
    made.push(`${made.pop()}${module}:`)
  }
  return made
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
