// Prometheus' promtool, for the tests of deploy/: the one on the machine, else unpacked from the system's package. No
// Prometheus is installed or started by it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PACKAGE = 'prometheus'

/**
 * The path of the program, fetched where it is missing.
 * @param {(line: string) => void} say @returns {string}
 */
export function findPromtool(say) {
  const named = process.env.PROMTOOL_PATH
  if (named) return named
  // Not beside the packages, which every new lock file empties.
  const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  const kept = path.join(caches, 'trading-bot/promtool')
  const onMachine = (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, 'promtool'))
  const found = [kept, ...onMachine].find((place) => fs.existsSync(place))
  if (found) return found
  say('No promtool found: unpacking it from the package prometheus (20 MB) …')
  const problem = unpackFromSystem(kept)
  if (problem === null) return kept
  throw new Error(
    `The alerts and dashboards are tested with promtool, and it could not be fetched: ${problem} Install Prometheus' promtool and set PROMTOOL_PATH to it.`,
  )
}

/** Downloads the package without installing it. @param {string} target @returns {string | null} what went wrong */
function unpackFromSystem(target) {
  if (!fs.existsSync('/usr/bin/apt-get')) return 'this machine has no apt-get.'
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'promtool-'))
  try {
    const download = () =>
      spawnSync('/usr/bin/apt-get', ['download', '-qq', PACKAGE], { cwd: folder, encoding: 'utf8' })
    let done = download()
    if (done.status !== 0) {
      // The lists of a fresh container are empty; only root may fill them.
      updateLists()
      done = download()
    }
    const file = fs.readdirSync(folder).find((name) => name.endsWith('.deb'))
    if (file === undefined) return `apt-get download failed (${done.stderr.trim().split('\n').at(-1)}).`
    const unpacked = spawnSync('/usr/bin/dpkg-deb', ['-x', file, 'contents'], { cwd: folder, encoding: 'utf8' })
    const program = path.join(folder, 'contents/usr/bin/promtool')
    if (unpacked.status !== 0 || !fs.existsSync(program)) return `the package ${file} holds no promtool.`
    fs.mkdirSync(path.dirname(target), { recursive: true })
    // Renamed into place, so that a copy that was interrupted is never found.
    fs.copyFileSync(program, `${target}.${process.pid}`)
    fs.chmodSync(`${target}.${process.pid}`, 0o755)
    fs.renameSync(`${target}.${process.pid}`, target)
    return null
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function updateLists() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...rest] = [...asRoot, 'apt-get', 'update', '-qq']
  return spawnSync(String(command), rest, { encoding: 'utf8' })
}
