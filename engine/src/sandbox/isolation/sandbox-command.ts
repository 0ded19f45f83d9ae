// Command line of a script's process. The environment passed to spawn is empty too, because `--clearenv` alone would
// leave the launcher's own environment readable.

export type SandboxPlace = {
  /** The interpreter and the folders it needs besides /usr. */
  readonly python: string
  readonly pythonFolders: readonly string[]
  /** The runtime/ folder of this product. */
  readonly runtimeFolder: string
  /** Root folders that are links into /usr on this machine, with their targets. */
  readonly rootLinks: readonly { readonly name: string; readonly target: string | null }[]
  readonly hasFilter: boolean
}

/** File descriptor from which bubblewrap reads the seccomp filter. */
export const FILTER_DESCRIPTOR = 3

const MAIN = '/app/bot_runtime/__main__.py'

export function bubblewrapArguments(place: SandboxPlace): string[] {
  const groups: readonly (readonly string[])[] = [
    ['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
    ['--setenv', 'PYTHONHASHSEED', '0', '--setenv', 'OPENBLAS_NUM_THREADS', '1'],
    ['--uid', '65534', '--gid', '65534', '--hostname', 'bot'],
    ['--cap-drop', 'ALL'],
    ['--ro-bind', '/usr', '/usr'],
    ...place.rootLinks.map(({ name, target }) =>
      target === null ? ['--ro-bind', `/${name}`, `/${name}`] : ['--symlink', target, `/${name}`],
    ),
    ...place.pythonFolders.map((folder) => ['--ro-bind', folder, folder]),
    ['--ro-bind', `${place.runtimeFolder}/bot_runtime`, '/app/bot_runtime'],
    ['--ro-bind', `${place.runtimeFolder}/stand_ins`, '/app/stand_ins'],
    // Only two devices: no terminal, no shared memory.
    ['--dev-bind', '/dev/null', '/dev/null', '--dev-bind', '/dev/urandom', '/dev/urandom'],
    ['--remount-ro', '/', '--chdir', '/'],
    place.hasFilter ? ['--seccomp', String(FILTER_DESCRIPTOR)] : [],
    ['--', place.python, '-B', '-s', MAIN],
  ]
  return groups.flat()
}

/** Without bubblewrap: no network and no view of other processes, but the machine's files stay readable. */
export function namespaceArguments(place: SandboxPlace): string[] {
  const main = `${place.runtimeFolder}/bot_runtime/__main__.py`
  return ['--user', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child', place.python, '-B', '-s', main]
}
