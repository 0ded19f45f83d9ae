// npm run check: format, lint, types, import rules, dead code, Python types. A rule is an error or absent.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name)

/** The longest first. @type {[name: string, command: string, ...args: string[]][]} */
const STEPS = [
  // The lint needs the types of everything, so that it tells what tsc would: reading it all twice took as long again.
  ['lint and types', bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  ['dead code', bin('knip')],
  ['tables match the migrations', bin('tsx'), 'tools/db-types.ts', '--check'],
  ['Python types', bin('pyright'), '-p', 'runtime'],
  ['format', bin('biome'), 'format', '.'],
]

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  const waiting = [...STEPS]
  let failed = await checkImports()
  const runAll = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await runStep(step))) failed++
  }
  await Promise.all([runAll(), runAll()])
  return { passed: STEPS.length + 1 - failed, failed }
}

/** @param {[string, string, ...string[]]} step @returns {Promise<boolean>} */
function runStep([name, command, ...args]) {
  return new Promise((resolve) => {
    // The type checker collects its garbage seldom: it ends soon, and a fifth of its time went there.
    const env = { ...process.env, GOGC: '400' }
    execFile(command, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      console.log(`  ${error ? 'FAILED' : 'ok    '} ${name}`)
      if (error) console.log(`${stdout}${stderr}${stdout || stderr ? '' : error.message}`)
      resolve(!error)
    })
  })
}

async function checkImports() {
  const { checkWalls } = await import('./walls.mjs')
  const { problems, modules } = checkWalls(root)
  console.log(`  ${problems.length === 0 ? 'ok    ' : 'FAILED'} import rules of ${modules} modules`)
  for (const problem of problems) console.log(`    ${problem}`)
  return problems.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check()
  process.exit(failed === 0 ? 0 : 1)
}
