// The libraries that authors' scripts import, for the Python in which the sandbox runs them. A product that has started
// installs them by itself; tests want them before they begin.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

/**
 * Quick where they are there; where they cannot be had the tests that need them say why and fail.
 * @param {string} root @param {(line: string) => void} say
 */
export function installAuthorLibraries(root, say) {
  const python = findSandboxPython()
  const script = path.join(root, 'runtime/install_libraries.py')
  const run = (/** @type {string[]} */ ...more) =>
    spawnSync(python, ['-I', script, ...more], { encoding: 'utf8' }).stdout ?? ''
  if (run('--find').includes('"kind": "ready"')) return
  say('Installing the libraries for authors (half a minute the first time) …')
  const last = run().trim().split('\n').at(-1) ?? ''
  if (!last.includes('"kind": "ready"')) say(last || `${python} could not be started.`)
}

/** Scripts of root run as nobody, who may not start an interpreter in root's home. */
function findSandboxPython() {
  const asUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', '/usr/bin']
  const found = folders
    .map((folder) => path.join(folder, 'python3'))
    .find((file) => spawnSync(file, ['-I', '-c', ''], { ...asUser, env: {}, cwd: '/' }).status === 0)
  return found ?? 'python3'
}
