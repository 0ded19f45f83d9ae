// How a script's process is started. The environment handed to spawn is empty too: `--clearenv` alone would leave the
// launcher's own environment readable.

export type SandboxPlace = {
  /** The interpreter, and the folders it needs besides /usr. */
  readonly python: string
  readonly pythonFolders: readonly string[]
  /** The runtime/ folder of this product. */
  readonly runtimeFolder: string
  /** Folders at the root that lead into /usr on this machine, and where they lead. */
  readonly rootLinks: readonly { readonly name: string; readonly target: string | null }[]
  readonly hasFilter: boolean
}

/** Descriptor on which bubblewrap reads the kernel-call filter. */
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
    // Two devices and nothing else: no terminal, no shared memory.
    ['--dev-bind', '/dev/null', '/dev/null', '--dev-bind', '/dev/urandom', '/dev/urandom'],
    ['--remount-ro', '/', '--chdir', '/'],
    place.hasFilter ? ['--seccomp', String(FILTER_DESCRIPTOR)] : [],
    ['--', place.python, '-B', '-s', MAIN],
  ]
  return groups.flat()
}

/** Without bubblewrap: no network, no other processes in sight; files of the machine stay readable. */
export function namespaceArguments(place: SandboxPlace): string[] {
  const main = `${place.runtimeFolder}/bot_runtime/__main__.py`
  return ['--user', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child', place.python, '-B', '-s', main]
}
