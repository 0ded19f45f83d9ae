// Command line of a script's process. The environment passed to spawn is empty too, because `--clearenv` alone would
// leave the launcher's own environment readable.
import path from 'node:path'

export type SandboxPlace = {
  readonly python: string
  /** Folders of the machine that are visible, read-only, at the same path or another. */
  readonly folders: readonly VisibleFolder[]
  /** Never visible, even inside a visible folder: the product, its data. Real paths. */
  readonly hiddenFolders: readonly string[]
  /** Copy of the product's runtime, with the compiled filter of the running script. */
  readonly runtimeFolder: string
  readonly libraryPath: string
  /** The authors' libraries, which are imported before the script arrives. */
  readonly libraries?: string
  /** `python` where the kernel's time functions cannot be replaced. */
  readonly clock: 'native' | 'python'
}

export type VisibleFolder = { readonly from: string; readonly to: string }

/** File descriptor from which bubblewrap reads the seccomp filter. */
export const FILTER_DESCRIPTOR = 3
export const RUNNING_FILTER = 'running.bpf'
const LIBRARIES_INSIDE = '/app/libraries'

export function bubblewrapArguments(place: SandboxPlace): string[] {
  const { runtimeFolder, libraryPath, python, libraries } = place
  const { binds, masks } = visibleFolders(place)
  const groups: readonly (readonly string[])[] = [
    ['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
    ['--setenv', 'PYTHONHASHSEED', '0', '--setenv', 'OPENBLAS_NUM_THREADS', '1'],
    ['--setenv', 'LD_LIBRARY_PATH', libraryPath],
    ['--uid', '65534', '--gid', '65534', '--hostname', 'bot'],
    ['--cap-drop', 'ALL'],
    ...[...binds, ...masks].sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ mount }) => mount),
    ['--ro-bind', python, python],
    ['--ro-bind', `${runtimeFolder}/bot_runtime`, '/app/bot_runtime'],
    ['--ro-bind', `${runtimeFolder}/stand_ins`, '/app/stand_ins'],
    ['--ro-bind', `${runtimeFolder}/${RUNNING_FILTER}`, `/app/${RUNNING_FILTER}`],
    ...(libraries === undefined ? [] : [['--ro-bind', libraries, LIBRARIES_INSIDE]]),
    // Only two devices: no terminal, no shared memory.
    ['--dev-bind', '/dev/null', '/dev/null', '--dev-bind', '/dev/urandom', '/dev/urandom'],
    ...masks.map(({ at }) => ['--remount-ro', at]),
    ['--remount-ro', '/', '--chdir', '/'],
    ['--seccomp', String(FILTER_DESCRIPTOR)],
    ['--', python, ...pythonArguments('/app', place, LIBRARIES_INSIDE)],
  ]
  return groups.flat()
}

/** Without bubblewrap: no network and no view of other processes, but the machine's files stay readable. */
export function namespaceArguments(place: SandboxPlace): string[] {
  const namespaces = ['--user', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  return [...namespaces, place.python, ...pythonArguments(place.runtimeFolder, place, place.libraries ?? '')]
}

function pythonArguments(app: string, { clock, libraries }: SandboxPlace, librariesInside: string): string[] {
  const more = libraries === undefined ? [] : [librariesInside]
  return ['-B', '-s', `${app}/bot_runtime/__main__.py`, `${app}/${RUNNING_FILTER}`, clock, ...more]
}

type Mount = { readonly at: string; readonly mount: readonly string[] }

/** Sorted by path, outer folders are mounted before those inside them; an empty folder covers a hidden one. */
function visibleFolders({ folders, hiddenFolders }: SandboxPlace): { binds: Mount[]; masks: Mount[] } {
  const isHidden = ({ from }: VisibleFolder) => hiddenFolders.includes(from)
  const binds = folders
    .filter((folder) => !isHidden(folder))
    .map(({ from, to }) => ({ at: to, mount: ['--ro-bind', from, to] }))
  const covered = folders
    .filter((folder) => !isHidden(folder))
    .flatMap(({ from, to }) =>
      hiddenFolders
        .filter((hidden) => isInside(hidden, from))
        .map((hidden) => path.join(to, path.relative(from, hidden))),
    )
  const outermost = covered.filter((one) => !covered.some((other) => isInside(one, other)))
  return { binds, masks: [...new Set(outermost)].map((at) => ({ at, mount: ['--tmpfs', at] })) }
}

function isInside(folder: string, outer: string): boolean {
  return folder.startsWith(`${outer}/`)
}
