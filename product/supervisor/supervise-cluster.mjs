import { once } from 'node:events'
import path from 'node:path'
import { lockFolder } from './start-product.mjs'
import { supervisePostgres } from '../database/supervise-postgres.mjs'
import { superviseServer } from './supervise-server.mjs'
import { superviseNats } from './supervise-nats.mjs'

/**
 * @typedef {'api' | 'engine' | 'feed' | 'worker'} Role
 * @typedef {{ role: Role, pid: number | undefined, port: number }} ClusterProcess
 * @typedef {{ database: number, nats: number }} Below process ids of what the processes stand on
 * @typedef {{ processes: () => ClusterProcess[], below: () => Below, databaseUrl: string, ended: Promise<void>, stop: () => Promise<void> }} Cluster
 *   `ended` when it was told to end, or a process of it can never start again
 * @typedef {{ root: string, dataDir: string, firstPort: number, counts: Record<Role, number>, signal: AbortSignal, say: (line: string) => void, reach?: (databaseUrl: string) => string }} Options
 *   `reach` gives the address by which the processes reach the database, where that is not its own
 */

// Every process has up to twenty connections.
const DATABASE = { max_connections: '400' }

/** @param {Options} options @returns {Promise<Cluster>} */
export async function superviseCluster({ root, dataDir, firstPort, counts, signal, say, reach = (url) => url }) {
  const unlock = lockFolder(dataDir)
  const stopping = new AbortController()
  signal.addEventListener('abort', () => stopping.abort(), { once: true })
  const ended = once(stopping.signal, 'abort').then(() => undefined)
  /** @type {(() => Promise<void>)[]} */
  const stops = []
  const stop = async () => {
    stopping.abort()
    // The processes together, then what they stand on.
    const [servers, below] = [stops.slice(2), stops.slice(0, 2)]
    await Promise.all(servers.map((end) => end()))
    for (const end of below.toReversed()) await end()
    unlock()
  }
  try {
    const database = await supervisePostgres(root, dataDir, stopping.signal, say, DATABASE)
    stops.push(database.stop)
    const nats = await superviseNats(stopping.signal, say)
    stops.push(nats.stop)
    const env = {
      LOG_LEVEL: 'warn',
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      EMBEDDED_DATABASE_URL: reach(database.applicationUrl),
      EMBEDDED_DATABASE_OWNER_URL: reach(database.url),
    }
    const script = path.join(root, 'server/dist/main.js')
    /** @param {Role} role @param {number} port */
    const start = async (role, port) => {
      const own = { ...env, NATS_URL: nats.urlOf(role), ROLE: role, PORT: String(port) }
      const server = await superviseServer(script, own, stopping.signal, {
        logTo: 2,
        say: (line) => say(`${role}: ${line}`),
        onDead: (sentence) => {
          say(`${role}: ${sentence}`)
          stopping.abort()
        },
      })
      stops.push(server.stop)
      return { role, port: server.ready.port, pid: server.pid }
    }
    // The first one migrates and seeds alone; the others find everything there.
    const first = await start('api', firstPort)
    const others = /** @type {Role[]} */ (['api', 'engine', 'feed', 'worker']).flatMap((role) =>
      Array.from({ length: counts[role] - (role === 'api' ? 1 : 0) }, (_, index) =>
        start(role, role === 'api' && firstPort > 0 ? firstPort + 1 + index : 0),
      ),
    )
    const servers = [first, ...(await Promise.all(others))]
    return {
      processes: () => servers.map(({ role, port, pid }) => ({ role, pid: pid(), port })),
      below: () => ({ database: database.pid(), nats: nats.pid() }),
      databaseUrl: database.url,
      ended,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
