// NATS for tests and for npm run cluster, as a plain process on loopback.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../database/postgres.mjs'
import { findProgram } from './unpack-from-system.mjs'

/** @param {(line: string) => void} say @returns {string} its path */
export function findNatsServer(say) {
  return findProgram(
    {
      name: 'nats-server',
      package: 'nats-server',
      place: 'usr/sbin/nats-server',
      size: '4 MB',
      variable: 'NATS_SERVER_PATH',
      purpose: 'Several processes share prices over nats-server',
    },
    say,
  )
}

const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'TERM']

function dieWithUs() {
  const [command, ...args] = [...DEATH_SIGNAL, 'true']
  return spawnSync(String(command), args, { stdio: 'ignore' }).status === 0 ? DEATH_SIGNAL : []
}

/** Who may say what, with passwords from the environment. */
const USERS_FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../deploy/nats/users.conf')

/**
 * @typedef {'api' | 'engine' | 'feed' | 'worker'} BusRole
 * @typedef {Record<BusRole, string>} BusPasswords
 * @returns {BusPasswords}
 */
export function newBusPasswords() {
  // It begins with a letter: nats-server would read a number as one.
  const password = () => `bus${randomBytes(24).toString('hex')}`
  return { api: password(), engine: password(), feed: password(), worker: password() }
}

/** @param {BusPasswords} passwords @returns {Record<string, string>} */
export function busVariables(passwords) {
  const all = Object.entries(passwords)
  return Object.fromEntries(all.map(([role, password]) => [`BUS_${role.toUpperCase()}_PASSWORD`, password]))
}

/**
 * Resolves when it takes connections. It ends with this process where the system can do that. Without passwords anybody
 * on this machine may join.
 * @typedef {{ url: string, urlOf: (role: BusRole) => string, port: number, pid: number, exited: Promise<void>, stop: () => Promise<void> }} NatsServer
 * @param {{ port?: number, say?: (line: string) => void, passwords?: BusPasswords, configFile?: string }} [options]
 * @returns {Promise<NatsServer>}
 */
export async function startNatsServer({ port, say = () => undefined, passwords, configFile = USERS_FILE } = {}) {
  const chosen = port ?? (await freePort())
  const place = ['--addr', '127.0.0.1', '--port', String(chosen)]
  const own = [findNatsServer(say), ...place, ...(passwords ? ['--config', configFile] : [])]
  const [command, ...args] = [...dieWithUs(), ...own]
  // A separate process group: Ctrl-C reaches the one that stops everything in order.
  const child = spawn(String(command), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...(passwords && busVariables(passwords)) },
  })
  let output = ''
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    child.stderr.on('data', (part) => {
      output = `${output}${part}`.slice(-4_000)
      if (output.includes('Server is ready')) resolve()
    })
    void exited.then(() => reject(new Error(`nats-server did not start:\n${output}`)))
  })
  return {
    url: `nats://127.0.0.1:${chosen}`,
    urlOf: (role) => `nats://${passwords ? `${role}:${passwords[role]}@` : ''}127.0.0.1:${chosen}`,
    port: chosen,
    pid: /** @type {number} */ (child.pid),
    exited,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
