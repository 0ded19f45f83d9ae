// npm run test:changed: the tests that a change can reach, in a minute or two. Without --base it is what is not committed
// yet, or else the last commit. Journeys in the browser are left to npm test.
import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installIfNeeded } from '../product/install.mjs'
import { searchPathWithSandbox } from '../product/programs/sandbox.mjs'

// They hold the whole product together: through them everything would reach everything.
const JOINTS = [
  /^server\/src\/(main|routes|connect-domains)\.ts$/,
  /^server\/src\/testing\//,
  /^server\/src\/platform\/http\/(context|bind-route|build-app)\.ts$/,
  /^contract\/src\/rest\/calls\.ts$/,
  /^web\/src\/app\/(routes|screens|router|app)\.tsx?$/,
  /^web\/src\/testing\//,
]
const TEST = /\.test\.tsx?$/

/**
 * The tests that import a changed file, directly or through others, and those that stand beside it.
 * @param {ReadonlyMap<string, readonly string[]>} graph what each file imports @param {readonly string[]} changed
 */
export function reachedTests(graph, changed) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const [file, imports] of graph)
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached) {
    if (!changed.includes(file) && JOINTS.some((joint) => joint.test(file))) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const folders = new Set(changed.map((file) => path.dirname(file)))
  const isBeside = (/** @type {string} */ file) => folders.has(path.dirname(file))
  return [...graph.keys()].filter((file) => TEST.test(file) && (reached.has(file) || isBeside(file))).sort()
}

/** @param {string} root @param {string | undefined} base */
function changedFiles(root, base) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  if (base) return git('diff', '--name-only', '--diff-filter=d', base)
  const open = [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return open.length > 0 ? open : git('diff', '--name-only', '--diff-filter=d', 'HEAD~1')
}

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const { values } = parseArgs({ options: { base: { type: 'string' } } })
  installIfNeeded(root, console.log, 'all')
  process.env.PATH = searchPathWithSandbox(console.log)
  const { readGraph } = await import('./walls.mjs')
  const changed = changedFiles(root, values.base)
  const tests = reachedTests(readGraph(root), changed)
  console.log(`${changed.length} changed files reach ${tests.length} test files.`)
  const isComponent = (/** @type {string} */ file) => file.endsWith('.tsx')
  const codes = [
    run(
      root,
      '.',
      tests.filter((file) => !isComponent(file)),
    ),
    run(root, 'web', tests.filter(isComponent)),
  ]
  process.exit(codes.every((code) => code === 0) ? 0 : 1)
}

/** @param {string} root @param {string} folder @param {readonly string[]} files */
function run(root, folder, files) {
  if (files.length === 0) return 0
  const filters = files.map((file) => path.relative(folder, file))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter=dot', ...filters]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
