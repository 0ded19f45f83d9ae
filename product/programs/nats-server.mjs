// NATS for tests and for npm run cluster, as a plain process on loopback.
import { spawn, spawnSync } from 'node:child_process'
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

/**
 * Resolves when it takes connections. It ends with this process where the system can do that.
 * @typedef {{ url: string, port: number, pid: number, exited: Promise<void>, stop: () => Promise<void> }} NatsServer
 * @param {{ port?: number, say?: (line: string) => void }} [options]
 * @returns {Promise<NatsServer>}
 */
export async function startNatsServer({ port, say = () => undefined } = {}) {
  const chosen = port ?? (await freePort())
  const own = [findNatsServer(say), '--addr', '127.0.0.1', '--port', String(chosen)]
  const [command, ...args] = [...dieWithUs(), ...own]
  // A separate process group: Ctrl-C reaches the one that stops everything in order.
  const child = spawn(String(command), args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
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
    port: chosen,
    pid: /** @type {number} */ (child.pid),
    exited,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
