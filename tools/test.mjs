// npm test: runs everything from a clean clone and ends with one line `N passed, N failed` over all of it. What failed is
// run a second time, alone: a test that passes then was crowded out by its neighbours on a busy machine, and is named.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installSandboxIfNeeded } from '../product/programs/sandbox.mjs'
import { findNode22 } from './node-22.mjs'
import { findNatsServer } from '../product/programs/nats-server.mjs'
import { findPromtool } from '../product/programs/promtool.mjs'
import { readBrowserReport, readVitestReport, settle } from './second-try.mjs'
import { buildIfNeeded, installIfNeeded, refuseOldNode } from '../product/install.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'trading-bot-run-'))
const say = (/** @type {string} */ line) => console.log(`\n== ${line}`)

// Where the two differ first: the runtime's own library, the database driver, cryptography, HTTP.
const ON_NODE_22 = [
  'contract',
  'core/src/trading',
  'server/src/platform/db',
  'server/src/platform/security',
  'server/src/platform/http/http.test.ts',
  'server/src/platform/http/whole-api/odd-bytes.test.ts',
]

/** @typedef {{ passed: number, failed: number }} Count */
const total = { passed: 0, failed: 0 }
/** Told again at the end, where a reader of the last lines finds them. @type {string[]} */
const told = []

try {
  refuseOldNode(process.versions.node)
  installIfNeeded(root, say)
  await stage('check', async () => (await import('./check.mjs')).check())
  await stage('build', async () => {
    buildIfNeeded(root)
    return { passed: 1, failed: 0 }
  })
  installSandboxIfNeeded(say)
  // Before the tests run side by side. Where one cannot be fetched, the test that needs it says why and fails.
  await stage('promtool and nats-server', async () => {
    findPromtool(say)
    findNatsServer(say)
    return { passed: 1, failed: 0 }
  })
  await stage('unit, server and product tests', () => runVitest(process.execPath))
  await stage('some of them on Node 22', () => runVitest(findNode22(root, say), ON_NODE_22))
  await stage('Python tests', runPython)
  await stage('browser tests', runBrowser)
} catch (error) {
  console.error(error)
  total.failed += 1
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
if (told.length > 0) console.log(`\n${told.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** @param {string} name @param {() => Promise<Count>} run */
async function stage(name, run) {
  say(name)
  const begun = Date.now()
  const count = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  console.log(
    `   ${name}: ${count.passed} passed, ${count.failed} failed in ${((Date.now() - begun) / 1000).toFixed(0)} s`,
  )
}

/** @param {string} node @param {readonly string[]} [files] @returns {Promise<Count>} */
async function runVitest(node, files = []) {
  const first = await vitestOnce(node, files)
  if (first.failures.length === 0) return first
  const failedFiles = [...new Set(first.failures.map(({ file }) => file))]
  say(`a second time, alone: ${failedFiles.join(', ')}`)
  return tell(settle(first, await vitestOnce(node, failedFiles)))
}

/** @param {string} node @param {readonly string[]} files @returns {Promise<import('./second-try.mjs').Run>} */
async function vitestOnce(node, files) {
  const report = path.join(scratch, 'vitest.json')
  fs.rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files])
  return readVitestReport(root, JSON.parse(fs.readFileSync(report, 'utf8')))
}

/** @param {Count & { told: readonly string[] }} settled @returns {Count} */
function tell(settled) {
  told.push(...settled.told)
  return settled
}

/** @returns {Promise<Count>} */
async function runPython() {
  const { output, code } = await run(
    'python3',
    ['-m', 'unittest', 'discover', '-v', '-s', 'runtime/tests', '-t', 'runtime'],
    { keep: true },
  )
  const passed = [...output.matchAll(/ \.\.\. ok$/gm)].length
  if (passed === 0) return { passed: 0, failed: 1 }
  const failed = [...output.matchAll(/^(?:FAIL|ERROR): /gm)].length + [...output.matchAll(/ \.\.\. skipped /g)].length
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** @returns {Promise<Count>} */
async function runBrowser() {
  const { findBrowser } = await import('./browser.mjs')
  const { startProduct } = await import('../product/supervisor/start-product.mjs')
  const { freePort } = await import('../product/database/postgres.mjs')
  const chromium = await findBrowser(root, (line) => console.log(`  ${line}`))
  const report = path.join(scratch, 'e2e.json')
  const product = await startProduct({
    root,
    dataDir: path.join(scratch, 'data'),
    // A port of its own, known before the start: links and passkeys carry it.
    env: { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATABASE_URL: '' },
    say: (line) => console.log(`  ${line}`),
    onDead: (sentence) => console.error(sentence),
  })
  const env = { BASE_URL: `http://localhost:${product.ready.port}`, CHROMIUM_PATH: chromium, E2E_REPORT: report }
  const runOnce = async (/** @type {string[]} */ ...more) => {
    fs.rmSync(report, { force: true })
    await run('node_modules/.bin/playwright', ['test', '--config', 'e2e/playwright.config.ts', ...more], { env })
    return readBrowserReport(JSON.parse(fs.readFileSync(report, 'utf8')))
  }
  try {
    const first = await runOnce()
    if (first.failures.length === 0) return first
    say('a second time, alone: what failed in the browser')
    return tell(settle(first, await runOnce('--last-failed', '--workers', '1')))
  } finally {
    await product.stop()
  }
}

/**
 * @param {string} command @param {string[]} args @param {{ env?: NodeJS.ProcessEnv, keep?: boolean }} [options]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(command, args, { env = {}, keep = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command.startsWith('node_modules/') ? path.join(root, command) : command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += part
        process.stdout.write(part)
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, output }))
  })
}
