// npm run cluster: the product as several processes on one machine, with the demo's data: PostgreSQL, NATS and as many
// api, engine, feed and worker processes as asked for. Each is started again when it dies; Ctrl-C ends all.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { superviseCluster } from './supervisor/supervise-cluster.mjs'
import { buildIfNeeded, installIfNeeded, refuseOldNode } from './install.mjs'
import { findSandboxMeanwhile } from './programs/sandbox.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const { values } = parseArgs({
  options: {
    api: { type: 'string', default: '2' },
    engine: { type: 'string', default: '2' },
    feed: { type: 'string', default: '2' },
    worker: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
// With --json standard output is the one line, which programs read.
const say = (/** @type {string} */ line) => (values.json ? console.error : console.log)(`  ${line}`)
const stopping = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => stopping.abort())

try {
  refuseOldNode(process.versions.node)
  const sandbox = findSandboxMeanwhile(say)
  installIfNeeded(root, say, 'product')
  await buildIfNeeded(root, 2)
  process.env.PATH = await sandbox
  const cluster = await superviseCluster({
    root,
    dataDir: path.resolve(root, process.env.DATA_DIR || '.data'),
    firstPort: Number(process.env.PORT || 3000),
    counts: { api: countOf('api', 1), engine: countOf('engine'), feed: countOf('feed'), worker: countOf('worker') },
    signal: stopping.signal,
    say,
  })
  announce(cluster.processes())
  endWithParent()
  await cluster.ended
  say('Stopping …')
  await cluster.stop()
  process.exit(stopping.signal.aborted ? 0 : 1)
} catch (error) {
  if (stopping.signal.aborted) process.exit(0)
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** @param {'api' | 'engine' | 'feed' | 'worker'} role @param {number} [fewest] */
function countOf(role, fewest = 0) {
  const count = Number(values[role])
  if (Number.isInteger(count) && count >= fewest && count <= 16) return count
  throw new Error(`--${role} must be a number from ${fewest} to 16.`)
}

/** @param {{ role: string, pid: number | undefined, port: number }[]} processes */
function announce(processes) {
  if (values.json) return console.log(JSON.stringify({ processes }))
  console.log('\n  The cluster is ready:\n')
  for (const { role, pid, port } of processes)
    console.log(`  ${role.padEnd(8)} ${String(pid).padEnd(9)} ${role === 'api' ? `http://localhost:${port}` : ''}`)
  console.log('\n  Sign in as demo / Demo@1234 or admin / Admin@1234. Ctrl-C ends it.\n')
}

/** Started by npm: when npm is killed nobody is left to press Ctrl-C. */
function endWithParent() {
  if (process.env.npm_lifecycle_event !== 'cluster') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stopping.abort(), 1000).unref()
}
