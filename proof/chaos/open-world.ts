import { readFileSync } from 'node:fs'
import path from 'node:path'
import { superviseCluster } from '../../product/supervisor/supervise-cluster.mjs'
import { supervisePostgres } from '../../product/database/supervise-postgres.mjs'
import { superviseServer } from '../../product/supervisor/supervise-server.mjs'
import { type Line, openLine } from './open-line.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The product with everything in it that can be broken from outside. */
export type World = {
  /** One for each process that answers browsers. */
  readonly urls: readonly string[]
  /** Past the line, for the checker. */
  readonly databaseUrl: string
  readonly line: Pick<Line, 'cut' | 'holdUp'>
  readonly processes: () => readonly { readonly role: string; readonly pid: number | undefined }[]
  /** The database's own process, then those that work for it. */
  readonly databasePids: () => number[]
  readonly stop: () => Promise<void>
}

type Say = (line: string) => void

const onDead = (sentence: string) => {
  throw new Error(sentence)
}

/** As npm start runs it, but the server reaches its database through a line that can be cut. */
export async function openOneProcess(dataDir: string, say: Say): Promise<World> {
  const stopping = new AbortController()
  const line = await openLine()
  const database = await supervisePostgres(ROOT, dataDir, stopping.signal, say)
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    NODE_ENV: '',
    LOG_LEVEL: 'fatal',
    EMBEDDED_DATABASE_URL: line.reach(database.applicationUrl),
    EMBEDDED_DATABASE_OWNER_URL: line.reach(database.url),
  }
  const server = await superviseServer(path.join(ROOT, 'server/dist/main.js'), env, stopping.signal, { say, onDead })
  return {
    urls: [`http://127.0.0.1:${server.ready.port}`],
    databaseUrl: database.url,
    line,
    processes: () => [{ role: 'server', pid: server.pid() }],
    databasePids: () => [database.pid(), ...childrenOf(database.pid())],
    stop: async () => {
      stopping.abort()
      await server.stop()
      line.close()
      await database.stop()
    },
  }
}

const COUNTS = { api: 2, engine: 2, feed: 2, worker: 1 }

/** As npm run cluster runs it, with the same line before the database. */
export async function openCluster(dataDir: string, say: Say): Promise<World> {
  const stopping = new AbortController()
  const line = await openLine()
  const cluster = await superviseCluster({
    root: ROOT,
    dataDir,
    firstPort: 0,
    counts: COUNTS,
    signal: stopping.signal,
    say,
    reach: line.reach,
  })
  const apis = cluster.processes().filter(({ role }) => role === 'api')
  return {
    urls: apis.map(({ port }) => `http://127.0.0.1:${port}`),
    databaseUrl: cluster.databaseUrl,
    line,
    processes: () => [...cluster.processes(), { role: 'nats', pid: cluster.below().nats }],
    databasePids: () => [cluster.below().database, ...childrenOf(cluster.below().database)],
    stop: async () => {
      await cluster.stop()
      line.close()
    },
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
