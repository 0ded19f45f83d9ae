// Programs that tests and the cluster need beside the product: the one on the machine, else unpacked from the system's
// package. Nothing is installed or started by it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * @typedef {{ name: string, package: string, place: string, size: string, variable: string, purpose: string }} Program
 *   `place` is its file within the package, `variable` the one that names another file
 */

/**
 * The path of the program, fetched where it is missing.
 * @param {Program} program @param {(line: string) => void} say
 * @param {string} [folder] where it is kept, if not in the user's own cache
 * @returns {string}
 */
export function findProgram(program, say, folder) {
  const { name, purpose, variable } = program
  const named = process.env[variable]
  if (named) return named
  // Not beside the packages, which every new lock file empties.
  const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  const kept = path.join(folder ?? path.join(caches, 'trading-bot'), name)
  const onMachine = (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, name))
  const found = [kept, ...onMachine].find((place) => fs.existsSync(place))
  if (found) return found
  say(`No ${name} found: unpacking it from the package ${program.package} (${program.size}) …`)
  const problem = unpackFromSystem(program, kept)
  if (problem === null) return kept
  throw new Error(`${purpose}, and it could not be fetched: ${problem} Install ${name} and set ${variable} to it.`)
}

/**
 * Downloads the package without installing it.
 * @param {Program} program @param {string} target @returns {string | null} what went wrong
 */
function unpackFromSystem(program, target) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${program.name}-`))
  try {
    const problem = unpackPackages(folder, [program.package])
    if (problem !== null) return problem
    const unpackedProgram = path.join(folder, 'contents', program.place)
    if (!fs.existsSync(unpackedProgram)) return `the package ${program.package} holds no ${program.name}.`
    fs.mkdirSync(path.dirname(target), { recursive: true })
    // Renamed into place, so that a copy that was interrupted is never found.
    fs.copyFileSync(unpackedProgram, `${target}.${process.pid}`)
    fs.chmodSync(`${target}.${process.pid}`, 0o755)
    fs.renameSync(`${target}.${process.pid}`, target)
    return null
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Downloads packages and puts their files below `contents` in the folder.
 * @param {string} folder @param {readonly string[]} packages @returns {string | null} what went wrong
 */
export function unpackPackages(folder, packages) {
  if (!fs.existsSync('/usr/bin/apt-get')) return 'this machine has no apt-get.'
  const run = (/** @type {string} */ command, /** @type {readonly string[]} */ args) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  const download = () => run('/usr/bin/apt-get', ['download', '-qq', ...packages])
  let done = download()
  if (done.status !== 0) {
    // The lists of a fresh container are empty; only root may fill them.
    updateLists()
    done = download()
  }
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.deb'))
  if (files.length < packages.length) return `apt-get download failed (${done.stderr.trim().split('\n').at(-1)}).`
  const broken = files.find((file) => run('/usr/bin/dpkg-deb', ['-x', file, 'contents']).status !== 0)
  return broken === undefined ? null : `the package ${broken} could not be unpacked.`
}

function updateLists() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...rest] = [...asRoot, 'apt-get', 'update', '-qq']
  return spawnSync(String(command), rest, { encoding: 'utf8' })
}
