// npm test: runs everything from a clean clone and ends with one line `N passed, N failed` over all of it. What failed is
// run a second time, alone: a test that passes then was crowded out by its neighbours on a busy machine, and is named.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchPathWithSandbox } from '../product/programs/sandbox.mjs'
import { installAuthorLibraries } from '../product/programs/author-libraries.mjs'
import { findNatsServer } from '../product/programs/nats-server.mjs'
import { findPromtool } from '../product/programs/promtool.mjs'
import { readBrowserReport, readVitestReport, settle } from './second-try.mjs'
import { slowestFiles, slowestSpecs } from './slowest.mjs'
import { buildIfNeeded, installIfNeeded, refuseOldNode } from '../product/install.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'trading-bot-run-'))
// Kept for whoever asks what a run did and how long it took; git ignores it.
const reports = path.join(root, '.test-report')
const say = (/** @type {string} */ line) => console.log(`\n== ${line}`)

/** @typedef {{ passed: number, failed: number }} Count */
const total = { passed: 0, failed: 0 }
/** Told again at the end, where a reader of the last lines finds them. @type {string[]} */
const told = []
/** @type {{ name: string, passed: number, failed: number, seconds: number }[]} */
const stages = []

try {
  refuseOldNode(process.versions.node)
  fs.rmSync(reports, { recursive: true, force: true })
  fs.mkdirSync(reports, { recursive: true })
  await stage('install', async () => {
    installIfNeeded(root, say, 'all')
    process.env.PATH = searchPathWithSandbox(say)
    // Before the tests run side by side. Where one cannot be fetched, the test that needs it says why and fails.
    findPromtool(say)
    findNatsServer(say)
    installAuthorLibraries(root, say)
    return { passed: 1, failed: 0 }
  })
  // Where the tests wait for a process, a clock or a disk, a core has time for these.
  const beside = stage('check, beside the tests', runCheck).then(() => stage('Python, beside the tests', runPython))
  await stage('build', async () => {
    await buildIfNeeded(root)
    return { passed: 1, failed: 0 }
  })
  const { findBrowser } = await import('./browser.mjs')
  process.env.CHROMIUM_PATH = await findBrowser(root, say)
  await stage('unit, server and product tests', () => runVitest('vitest', '.'))
  await beside
  await stage('component tests', () => runVitest('component', 'web'))
  await stage('browser tests', runBrowser)
} catch (error) {
  console.error(error)
  total.failed += 1
} finally {
  fs.rmSync(scratch, { recursive: true, force: true })
}
tellTimes()
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
  stages.push({ name, ...count, seconds: Math.round((Date.now() - begun) / 1000) })
}

/** Where the time went: the stages, and the slowest files and specs of those that ran. */
function tellTimes() {
  const rows = stages.map(
    ({ name, passed, failed, seconds }) => `${seconds} s`.padStart(7) + `  ${name}: ${passed} passed, ${failed} failed`,
  )
  const files = slowestFiles(
    root,
    ['vitest', 'component'].map((name) => reportNamed(`${name}.json`)),
  )
  const specs = slowestSpecs(reportNamed('browser.json'))
  const text = ['== times', ...rows, '== slowest test files', ...files, '== slowest browser tests', ...specs].join('\n')
  fs.writeFileSync(path.join(reports, 'times.txt'), `${text}\n`)
  console.log(`\n${text}`)
}

/** @param {string} name */
function reportNamed(name) {
  const file = path.join(reports, name)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}

/** @param {'vitest' | 'component'} name of its report @param {string} folder of its configuration @returns {Promise<Count>} */
async function runVitest(name, folder) {
  const first = await vitestOnce(`${name}.json`, folder)
  if (first.failures.length === 0) return first
  const files = failedFiles(first)
  say(`a second time, alone: ${files.join(', ')}`)
  return tell(settle(first, await vitestOnce(`${name}-second-try.json`, folder, files)))
}

/** @param {string} name @param {string} folder @param {readonly string[]} [files] @returns {Promise<import('./second-try.mjs').Run>} */
async function vitestOnce(name, folder, files = []) {
  const report = path.join(reports, name)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const filters = files.map((file) => path.relative(folder, file))
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, ...reporters, ...filters])
  return readVitestReport(root, JSON.parse(fs.readFileSync(report, 'utf8')))
}

/** Whole files: a test may go on where the one before it ended. @param {import('./second-try.mjs').Run} run */
function failedFiles({ failures }) {
  return [...new Set(failures.map(({ file }) => file))]
}

/** @param {Count & { told: readonly string[] }} settled @returns {Count} */
function tell(settled) {
  told.push(...settled.told)
  return settled
}

/** At the lowest priority, and told when it is done. @returns {Promise<Count>} */
async function runCheck() {
  const { output, code } = await run('nice', ['-n', '19', process.execPath, 'tools/check.mjs'], { isQuiet: true })
  console.log(`\n== check\n${output.trimEnd()}`)
  const count = (/** @type {RegExp} */ line) => [...output.matchAll(line)].length
  const failed = count(/^ {2}FAILED /gm)
  return { passed: count(/^ {2}ok {5}/gm), failed: code === 0 ? failed : Math.max(1, failed) }
}

/** @returns {Promise<Count>} */
async function runPython() {
  const { output, code } = await run(
    'nice',
    ['-n', '19', 'python3', '-m', 'unittest', 'discover', '-v', '-s', 'runtime/tests', '-t', 'runtime'],
    { isQuiet: true },
  )
  const lines = output.trimEnd().split('\n')
  console.log(['', '== Python', ...(code === 0 ? lines.slice(-3) : lines)].join('\n'))
  const passed = [...output.matchAll(/ \.\.\. ok$/gm)].length
  if (passed === 0) return { passed: 0, failed: 1 }
  const failed = [...output.matchAll(/^(?:FAIL|ERROR): /gm)].length + [...output.matchAll(/ \.\.\. skipped /g)].length
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** @returns {Promise<Count>} */
async function runBrowser() {
  // The market of one runs twelve times as fast: for the journeys that follow a bot through its trades, and then for
  // what stops every bot.
  const fast = { DEMO_PACE: '12' }
  const products = await Promise.all([startDemo('usual', {}), startDemo('market', fast)])
  const [usual, market] = products
  const env = { BASE_URL: usual.url, MARKET_URL: market.url }
  const runOnce = async (/** @type {string} */ name, /** @type {string[]} */ ...more) => {
    const report = path.join(reports, name)
    const args = ['test', '--config', 'e2e/playwright.config.ts', ...more]
    await run('node_modules/.bin/playwright', args, { env: { ...env, E2E_REPORT: report } })
    return readBrowserReport(JSON.parse(fs.readFileSync(report, 'utf8')))
  }
  try {
    const first = await runOnce('browser.json')
    if (first.failures.length === 0) return first
    const files = failedFiles(first)
    say(`a second time, alone: ${files.join(', ')}`)
    // The bots of the first are stopped for its session.
    const again = await startDemo('market-again', fast)
    products.push(again)
    env.MARKET_URL = again.url
    return tell(settle(first, await runOnce('browser-second-try.json', ...files, '--workers', '1')))
  } finally {
    await Promise.all(products.map((product) => product.stop()))
  }
}

/** @param {string} folder @param {NodeJS.ProcessEnv} more */
async function startDemo(folder, more) {
  const { startProduct } = await import('../product/supervisor/start-product.mjs')
  const { freePort } = await import('../product/database/postgres.mjs')
  const product = await startProduct({
    root,
    dataDir: path.join(scratch, folder),
    // A port of its own, known before the start: links and passkeys carry it.
    env: {
      ...process.env,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      ...more,
    },
    say: (line) => console.log(`  ${line}`),
    onDead: (sentence) => console.error(sentence),
  })
  return { url: `http://localhost:${product.ready.port}`, stop: product.stop }
}

/**
 * @param {string} command @param {string[]} args @param {{ env?: NodeJS.ProcessEnv, keep?: boolean, isQuiet?: boolean }} [options]
 *   `keep` what it says; `isQuiet`, and do not show it
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(command, args, { env = {}, isQuiet = false, keep = isQuiet } = {}) {
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
        if (!isQuiet) process.stdout.write(part)
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, output }))
  })
}
