// The running product: this supervisor process owns the embedded PostgreSQL and the server, restarts either when it
// dies, and stops both in order.
import { fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from './postgres.mjs'
import { SERVER_FLAGS } from './server-flags.mjs'

/**
 * @typedef {{ port: number, signIns: { role: string, username: string, password: string }[] }} Ready
 * @typedef {{ ready: Ready, stop: () => Promise<void>, pids: () => { server: number | undefined, postgres: number | undefined } }} Product
 * @param {{ root: string, dataDir: string, env: NodeJS.ProcessEnv, say: (line: string) => void, onDead: (sentence: string) => void }} options
 * @returns {Promise<Product>}
 */
export async function startProduct({ root, dataDir, env, say, onDead }) {
  const state = { isStopping: false }
  const unlock = lockFolder(dataDir)
  const database = env.DATABASE_URL ? undefined : await supervisePostgres(root, dataDir, state, say, onDead)
  const serverEnv = {
    ...env,
    DATA_DIR: dataDir,
    ...(database && {
      EMBEDDED_DATABASE_URL: database.applicationUrl,
      EMBEDDED_DATABASE_OWNER_URL: database.url,
    }),
    ...(database?.orphanPid && { EMBEDDED_DATABASE_PID: String(database.orphanPid) }),
  }
  try {
    const server = await superviseServer(path.join(root, 'server/dist/main.js'), serverEnv, state, { say, onDead })
    return {
      ready: server.ready,
      pids: () => ({ server: server.pid(), postgres: database?.pid() }),
      stop: async () => {
        state.isStopping = true
        await server.stop()
        await database?.stop()
        unlock()
      },
    }
  } catch (error) {
    state.isStopping = true
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
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tools/')
  } catch {
    return false
  }
}

/**
 * @typedef {{ isStopping: boolean }} State
 * @param {string} root @param {string} dataDir @param {State} state
 * @param {(line: string) => void} say @param {(sentence: string) => void} onDead
 */
async function supervisePostgres(root, dataDir, state, say, onDead) {
  const folder = path.join(dataDir, 'postgres')
  let postgres = await startPostgres({ root, folder })
  const port = Number(new URL(postgres.url).port)
  const watch = async () => {
    while (!state.isStopping) {
      await postgres.exited
      if (state.isStopping) return
      say('PostgreSQL ended unexpectedly; starting it again.')
      // The same port, so that the server's connections find it again.
      postgres = await startPostgres({ root, folder, port })
    }
  }
  watch().catch((error) => onDead(`PostgreSQL could not be started again: ${error.message}`))
  return {
    url: postgres.url,
    applicationUrl: postgres.applicationUrl,
    orphanPid: postgres.diesWithUs ? undefined : postgres.pid,
    pid: () => postgres.pid,
    stop: () => postgres.stop(),
  }
}

const QUICK_DEATHS_ALLOWED = 5

/**
 * @param {string} script @param {NodeJS.ProcessEnv} env @param {State} state
 * @param {{ say: (line: string) => void, onDead: (sentence: string) => void }} output
 */
async function superviseServer(script, env, state, { say, onDead }) {
  let child = launch(script, env)
  const ready = await child.ready
  // A restart must listen on the first start's port, even if that was chosen freely.
  const sameEnv = { ...env, PORT: String(ready.port) }
  const watch = async () => {
    for (let quickDeaths = 0; quickDeaths < QUICK_DEATHS_ALLOWED; ) {
      const born = Date.now()
      await child.exited
      if (state.isStopping) return
      quickDeaths = Date.now() - born < 10_000 ? quickDeaths + 1 : 0
      say('The server ended unexpectedly; starting it again.')
      await pause(quickDeaths * 200)
      child = launch(script, sameEnv)
      child.ready.catch(() => undefined)
    }
    onDead('The server keeps ending; see its last messages above.')
  }
  void watch()
  return { ready, pid: () => child.process.pid, stop: () => stopChild(child) }
}

/** @param {string} script @param {NodeJS.ProcessEnv} env */
function launch(script, env) {
  // A separate process group: Ctrl-C reaches the supervisor only. The IPC channel shows the server when we are gone.
  const child = fork(script, [], {
    env,
    execArgv: SERVER_FLAGS,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => child.once('exit', () => resolve()))
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ news) => {
      if (news.type === 'ready') resolve(news)
      if (news.type === 'failed') reject(new Error(news.sentence))
    })
    child.once('exit', (code, signal) => reject(new Error(`The server ended before it was ready (${signal ?? code}).`)))
  })
  return { process: child, exited, ready }
}

/** @param {ReturnType<typeof launch>} child */
async function stopChild(child) {
  child.process.kill('SIGTERM')
  const timer = setTimeout(() => child.process.kill('SIGKILL'), 10_000)
  await child.exited
  clearTimeout(timer)
}
