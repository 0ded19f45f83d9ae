// Installs from the lock file when node_modules is missing or older. Plain Node: it runs before any package exists.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * `all` packages, or those alone that build and run the product. What is installed is added to, not thrown away: a product
 * may be running on it.
 * @param {string} root @param {(line: string) => void} say @param {'product' | 'all'} kind
 */
export function installIfNeeded(root, say, kind) {
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stampFile = path.join(root, 'node_modules/.cache/trading-bot/install.stamp')
  const [installed = '', ofLock = ''] = fs.existsSync(stampFile) ? fs.readFileSync(stampFile, 'utf8').split(' ') : []
  if (ofLock === lock && (installed === 'all' || installed === kind)) return
  const isEmpty = !fs.existsSync(path.join(root, 'node_modules'))
  // What somebody else has installed is taken for all: nothing is removed that may be in use.
  const wanted = isEmpty || installed === 'product' ? kind : 'all'
  say('Installing the packages the lock file names (half a minute the first time) …')
  const command = isEmpty ? ['ci'] : ['install', '--no-save']
  const omit = wanted === 'all' ? ['--include=dev'] : ['--omit=dev']
  const args = [...command, ...omit, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (npm.status !== 0) throw new Error(`npm ${command[0]} did not succeed; its message stands above.`)
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  fs.writeFileSync(stampFile, `${wanted} ${lock}`)
}

/** @param {string} version as in process.versions.node */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Trading Bot needs Node 20.19 or newer; this is ${version}.`)
}

/**
 * What the product cannot run without, in a separate process: the bundler's memory and the variables it sets end with it.
 * @param {string} root @param {1 | 2} [output] where its lines go: standard output, or standard error
 */
export async function buildIfNeeded(root, output = 1) {
  const build = spawn(process.execPath, [path.join(root, 'tools/build.mjs'), 'server', 'web'], {
    cwd: root,
    stdio: ['inherit', output, 2],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('The build did not succeed; its message stands above.')
}

/**
 * What can wait until the product runs: the files for browsers at their smallest. It ends with the product.
 * @param {string} root
 */
export function finishBuild(root) {
  const build = spawn(process.execPath, [path.join(root, 'tools/build.mjs'), 'brotli'], { cwd: root, stdio: 'ignore' })
  if (build.pid) os.setPriority(build.pid, os.constants.priority.PRIORITY_LOW)
  build.unref()
  return build
}
