// The running product: this supervisor process owns the embedded PostgreSQL and the server, restarts either when it
// dies, and stops both in order. What passes by itself (a killed process, a database that is starting up) is waited for;
// what does not (wrong settings, a used port, a failed migration) ends it with a sentence.
import fs from 'node:fs'
import path from 'node:path'
import { supervisePostgres } from '../database/supervise-postgres.mjs'
import { superviseServer } from './supervise-server.mjs'

/**
 * @typedef {{ port: number, signIns: { role: string, username: string, password: string }[] }} Ready
 * @typedef {{ ready: Ready, databaseUrl: string | undefined, stop: () => Promise<void>, pids: () => { server: number | undefined, postgres: number | undefined } }} Product
 * @param {{ root: string, dataDir: string, env: NodeJS.ProcessEnv, prepared?: Promise<NodeJS.ProcessEnv>, say: (line: string) => void, onDead: (sentence: string) => void, signal?: AbortSignal }} options
 *   `prepared`: what the server needs and the database does not wait for, with what it adds to the server's variables;
 *   `signal` ends a start that is still waiting
 * @returns {Promise<Product>}
 */
export async function startProduct({ root, dataDir, env, prepared, say, onDead, signal }) {
  const stopping = new AbortController()
  signal?.addEventListener('abort', () => stopping.abort(), { once: true })
  // Heard of where it is awaited, which the database may keep from happening.
  prepared?.catch(() => undefined)
  const unlock = lockFolder(dataDir)
  /** @type {Awaited<ReturnType<typeof supervisePostgres>> | undefined} */
  let database
  try {
    database = env.DATABASE_URL ? undefined : await supervisePostgres(root, dataDir, stopping.signal, say)
    const added = await prepared
    stopping.signal.throwIfAborted()
    const serverEnv = {
      ...env,
      ...added,
      DATA_DIR: dataDir,
      ...(database && {
        EMBEDDED_DATABASE_URL: database.applicationUrl,
        EMBEDDED_DATABASE_OWNER_URL: database.url,
      }),
      ...(database?.orphanPid && { EMBEDDED_DATABASE_PID: String(database.orphanPid) }),
    }
    const script = path.join(root, 'server/dist/main.js')
    const server = await superviseServer(script, serverEnv, stopping.signal, { say, onDead })
    return {
      ready: server.ready,
      databaseUrl: database?.url,
      pids: () => ({ server: server.pid(), postgres: database?.pid() }),
      stop: async () => {
        stopping.abort()
        await server.stop()
        await database?.stop()
        unlock()
      },
    }
  } catch (error) {
    stopping.abort()
    await database?.stop()
    unlock()
    throw error
  }
}

/** One supervisor per folder: two would fight over its database. @param {string} dataDir */
export function lockFolder(dataDir) {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, 'supervisor.pid')
  const other = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
  if (other > 0 && other !== process.pid && isSupervisor(other)) {
    throw new Error(`Trading Bot is already running on ${dataDir} (process ${other}). Stop it, or set DATA_DIR.`)
  }
  fs.writeFileSync(file, String(process.pid))
  return () => fs.rmSync(file, { force: true })
}

/** @param {number} pid */
function isSupervisor(pid) {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return /(?:product|proof|tools)\//.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}
