// Bubblewrap, in which the administrators' Python runs: the one on the machine, else unpacked from the system's package
// without root, else installed where root allows.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './unpack-from-system.mjs'

const BUBBLEWRAP = {
  name: 'bwrap',
  package: 'bubblewrap',
  place: 'usr/bin/bwrap',
  size: '50 kB',
  variable: 'BWRAP_PATH',
  purpose: 'Edited bot code runs in bubblewrap',
}
// Root's scripts run as nobody, who may not look into root's home.
const READABLE_BY_ALL = '/var/cache/trading-bot'
const COMMAND = 'sudo apt-get install bubblewrap'

/**
 * The search path with bubblewrap on it, where it can be had; else as it was, and what to do is said.
 * @param {(line: string) => void} say @returns {string}
 */
export function searchPathWithSandbox(say) {
  const searchPath = process.env.PATH ?? ''
  try {
    const isRoot = process.getuid?.() === 0
    const program = findProgram(BUBBLEWRAP, say, isRoot ? READABLE_BY_ALL : undefined)
    const folder = path.dirname(program)
    return searchPath.split(':').includes(folder) ? searchPath : `${searchPath}:${folder}`
  } catch {
    if (process.platform === 'linux' && !installAsRoot())
      say(`Edited bot code cannot run without bubblewrap: ${COMMAND}`)
    return searchPath
  }
}

function installAsRoot() {
  if (!fs.existsSync('/usr/bin/apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [command, ...args] = [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'bubblewrap']
  return spawnSync(String(command), args, { stdio: 'ignore', env }).status === 0
}

/**
 * The same beside other work: on a machine without package lists they are fetched first, which takes seconds.
 * @param {(line: string) => void} say @returns {Promise<string>}
 */
export function findSandboxMeanwhile(say) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'pipe', 'pipe'] })
    let searchPath = ''
    child.stdout.on('data', (part) => (searchPath += part))
    child.stderr.on('data', (part) => say(String(part).trim()))
    const end = () => resolve(searchPath || (process.env.PATH ?? ''))
    child.once('error', end)
    child.once('close', end)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(searchPathWithSandbox((line) => console.error(line)))
}
