// npm start: from a clean clone to a running product. Plain Node, no dependency.
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfNeeded, finishBuild, installIfNeeded, refuseOldNode } from './install.mjs'
import { findSandboxMeanwhile } from './programs/sandbox.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const say = (/** @type {string} */ line) => console.log(`  ${line}`)

/** Told to end while the product is still starting: there is no product to stop yet. */
const starting = new AbortController()
/** The part of the build that follows the start. @type {import('node:child_process').ChildProcess | undefined} */
let finishing
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

try {
  await start()
} catch (error) {
  if (starting.signal.aborted) process.exit(0)
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function start() {
  refuseOldNode(process.versions.node)
  const host = process.env.HOST || '127.0.0.1'
  const port = Number(process.env.PORT || 3000)
  // Checked before the minute of installing, not after it.
  await refuseTakenPort(host, port)
  const sandbox = findSandboxMeanwhile(say)
  installIfNeeded(root, say, 'product')
  const { startProduct } = await import('./supervisor/start-product.mjs')
  say('Starting the database and the server …')
  for (const signal of SIGNALS) process.once(signal, endTheStart)
  const product = await startProduct({
    root,
    dataDir: path.resolve(root, process.env.DATA_DIR || '.data'),
    env: { LOG_LEVEL: 'warn', ...process.env },
    prepared: Promise.all([sandbox, buildIfNeeded(root)]).then(([searchPath]) => ({ PATH: searchPath })),
    say,
    onDead: (sentence) => void end(product, 1, sentence),
    signal: starting.signal,
  })
  for (const signal of SIGNALS) process.off(signal, endTheStart)
  endOnSignals(product)
  announce(host, product.ready)
  finishing = finishBuild(root)
}

function endTheStart() {
  say('Stopping …')
  starting.abort()
}

/** @param {string} host @param {number} port @returns {Promise<void>} */
function refuseTakenPort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
            )
          : new Error(`Cannot listen on ${host}:${port}: ${error.message}`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** @param {import('./supervisor/start-product.mjs').Product} product */
function endOnSignals(product) {
  for (const signal of SIGNALS) process.on(signal, () => void end(product, 0))
  if (process.env.npm_lifecycle_event !== 'start') return
  // Started by npm: when npm is killed nobody is left to press Ctrl-C.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void end(product, 0)
  }, 1000).unref()
}

let isEnding = false

/** @param {import('./supervisor/start-product.mjs').Product} product @param {number} code @param {string} [sentence] */
async function end(product, code, sentence) {
  if (isEnding) return
  isEnding = true
  if (sentence) console.error(`\n  ${sentence}`)
  say('Stopping …')
  finishing?.kill()
  await product.stop()
  process.exit(code)
}

/** @param {string} host @param {import('./supervisor/start-product.mjs').Ready} ready */
function announce(host, { port, signIns }) {
  const name = host === '127.0.0.1' ? 'localhost' : host
  console.log(`\n  Trading Bot is ready:  http://${name}:${port}\n`)
  for (const { role, username, password } of signIns) console.log(`  ${role.padEnd(14)} ${username} / ${password}`)
  if (signIns.length > 0) console.log(`\n  Mail of the demo:  http://${name}:${port}/dev/mail`)
  console.log('  Ctrl-C ends it.\n')
}
