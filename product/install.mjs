// Installs from the lock file when node_modules is missing or older. Plain Node: it runs before any package exists.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** @param {string} root @param {(line: string) => void} say */
export function installIfNeeded(root, say) {
  const wanted = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stampFile = path.join(root, 'node_modules/.cache/trading-bot/install.stamp')
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted) return
  say('Installing the packages the lock file names (about a minute the first time) …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status !== 0) throw new Error('npm ci did not succeed; its message stands above.')
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  fs.writeFileSync(stampFile, wanted)
}

/** @param {string} version as in process.versions.node */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Trading Bot needs Node 20.19 or newer; this is ${version}.`)
}

/**
 * In a separate process: the bundler's memory and the variables it sets end with it.
 * @param {string} root @param {1 | 2} [output] where its lines go: standard output, or standard error
 */
export function buildIfNeeded(root, output = 1) {
  const build = spawnSync(process.execPath, [path.join(root, 'tools/build.mjs')], {
    cwd: root,
    stdio: ['inherit', output, 2],
  })
  if (build.status !== 0) throw new Error('The build did not succeed; its message stands above.')
}
