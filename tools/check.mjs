// npm run check: format, lint, types, import rules, dead code, Python types. A rule is an error or absent.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name)

/** @type {[name: string, command: string, ...args: string[]][]} */
const STEPS = [
  ['format', bin('biome'), 'format', '.'],
  ['lint', bin('oxlint'), '--type-aware', '--deny-warnings'],
  ['types', bin('tsc'), '-b'],
  ['dead code', bin('knip')],
  ['tables match the migrations', bin('tsx'), 'tools/db-types.ts', '--check'],
  ['Python types', bin('pyright'), '-p', 'runtime'],
]

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  const failed = STEPS.filter((step) => !runStep(step)).length + (await checkImports())
  return { passed: STEPS.length + 1 - failed, failed }
}

/** @param {[string, string, ...string[]]} step */
function runStep([name, command, ...args]) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const isGood = done.status === 0
  console.log(`  ${isGood ? 'ok    ' : 'FAILED'} ${name}`)
  if (!isGood) console.log(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`)
  return isGood
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
