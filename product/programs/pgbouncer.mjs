// PgBouncer for the tests: the one on the machine, else unpacked from the system's packages without installing them.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unpackPackages } from './unpack-from-system.mjs'

/** @typedef {{ program: string, env: Record<string, string> }} Unpacked how to run it */

/** @returns {Unpacked} */
export function findPgBouncer() {
  // Debian's names; a machine that has the libraries under others needs none of ours.
  return findProgram('usr/sbin/pgbouncer', 'pgbouncer', ['libc-ares2', 'libevent-2.1-7'])
}

/**
 * A program of a Debian package, fetched where it is missing.
 * @param {string} place of the program in the package @param {string} name of the package
 * @param {readonly string[]} libraries packages that it needs besides
 * @returns {Unpacked}
 */
function findProgram(place, name, libraries) {
  const onMachine = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => path.join(folder, path.basename(place)))
    .find((program) => fs.existsSync(program))
  if (onMachine) return { program: onMachine, env: {} }
  const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  const kept = path.join(caches, 'trading-bot', `unpacked-${name}`)
  if (!fs.existsSync(kept)) unpack(kept, place, [name, ...libraries])
  const folders = listLibraries(kept)
  return { program: path.join(kept, place), env: { LD_LIBRARY_PATH: folders.join(':') } }
}

/** @param {string} kept */
function listLibraries(kept) {
  const folder = path.join(kept, 'usr/lib')
  return fs.readdirSync(folder).map((name) => path.join(folder, name))
}

/** @param {string} target @param {string} place @param {readonly string[]} packages */
function unpack(target, place, packages) {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const folder = fs.mkdtempSync(`${target}-`)
  try {
    const problem = unpackPackages(folder, packages)
    if (problem !== null) throw new Error(`${packages.join(', ')} could not be unpacked: ${problem}`)
    if (!fs.existsSync(path.join(folder, 'contents', place))) throw new Error(`${packages[0]} holds no ${place}.`)
    // Renamed into place, so that what was interrupted is never found.
    fs.renameSync(path.join(folder, 'contents'), target)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
