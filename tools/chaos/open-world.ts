import { readFileSync } from 'node:fs'
import path from 'node:path'
import { supervisePostgres } from '../supervise-postgres.mjs'
import { superviseServer } from '../supervise-server.mjs'
import { forwardDatabase } from './forward-database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The product with everything in it that can be broken from outside. */
export type World = {
  readonly url: string
  /** Past the line, for the checker. */
  readonly databaseUrl: string
  readonly line: { readonly cut: () => void; readonly holdUp: (isHeldUp: boolean) => void }
  readonly serverPid: () => number | undefined
  /** The database's own process, then those that work for it. */
  readonly databasePids: () => number[]
  readonly stop: () => Promise<void>
}

/** As npm start runs it, but the server reaches its database through a line that can be cut. */
export async function openWorld(dataDir: string, say: (line: string) => void): Promise<World> {
  const stopping = new AbortController()
  const database = await supervisePostgres(ROOT, dataDir, stopping.signal, say)
  const line = await forwardDatabase(Number(new URL(database.url).port))
  const throughLine = (url: string) => Object.assign(new URL(url), { port: String(line.port) }).href
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    NODE_ENV: '',
    LOG_LEVEL: 'fatal',
    EMBEDDED_DATABASE_URL: throughLine(database.applicationUrl),
    EMBEDDED_DATABASE_OWNER_URL: throughLine(database.url),
  }
  const onDead = (sentence: string) => {
    throw new Error(sentence)
  }
  const server = await superviseServer(path.join(ROOT, 'server/dist/main.js'), env, stopping.signal, { say, onDead })
  return {
    url: `http://127.0.0.1:${server.ready.port}`,
    databaseUrl: database.url,
    line,
    serverPid: server.pid,
    databasePids: () => [database.pid(), ...childrenOf(database.pid())],
    stop: async () => {
      stopping.abort()
      await server.stop()
      line.close()
      await database.stop()
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
