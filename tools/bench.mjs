// npm run bench -- B1 B2 --json: bundles bench/src once and runs each benchmark in a fresh plain Node process, so that
// its peak memory is its own and no compiler is measured with it.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { searchPathWithSandbox } from '../product/programs/sandbox.mjs'
import { SERVER_FLAGS } from '../product/supervisor/server-flags.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = `${root}node_modules/.cache/bench`
const words = process.argv.slice(2)
// These run the engine as the server does; the others are measured with Node as it comes.
const RUN_LIKE_THE_SERVER = new Set(['B6', 'B7', 'T1', 'T2'])
const isJson = words.includes('--json')
const ids = words.filter((word) => !word.startsWith('--'))
process.env.PATH = searchPathWithSandbox(console.error)

// Split, so that one benchmark does not load another's packages into its memory.
await bundle({
  // By name, so that all stand in one folder whatever theirs is: a benchmark finds the others beside itself.
  entryPoints: {
    main: `${root}bench/src/main.ts`,
    'sweep-worker': `${root}bench/src/processes/sweep-worker.ts`,
    'exchange-load': `${root}bench/src/processes/exchange-load.ts`,
    'http-server': `${root}bench/src/processes/http-server.ts`,
    'engine-process': `${root}product/testing/engine-process.ts`,
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  splitting: true,
})

if (ids[0] === 'dump') {
  process.stdout.write(runNode(ids))
} else {
  const wanted = ids.length > 0 ? ids : runNode(['list']).trim().split(' ')
  for (const id of wanted) print(JSON.parse(runNode([id])))
}

/** @param {string[]} args */
function runNode(args) {
  const flags = RUN_LIKE_THE_SERVER.has(args[0] ?? '') ? SERVER_FLAGS : []
  const child = spawnSync(process.execPath, [...flags, `${outdir}/main.mjs`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) process.exit(child.status ?? 1)
  return child.stdout
}

/** @param {{ name: string, seconds: number, cpu_seconds: number, bars_per_second: number, peak_mb: number, hash: string, is_within_goal: boolean, goal_seconds: number, goal_peak_mb: number | null }} result */
function print(result) {
  if (isJson) return console.log(JSON.stringify(result))
  const goal = `${result.goal_seconds} s${result.goal_peak_mb === null ? '' : `, ${result.goal_peak_mb} MB`}`
  const verdict = result.is_within_goal ? 'within' : 'MISSES'
  const rate = `${(result.bars_per_second / 1e6).toFixed(2)} M/s`
  console.log(
    `${result.name}  ${result.seconds} s (${result.cpu_seconds} s CPU)  ${rate}  ${result.peak_mb} MB  ${result.hash}  ${verdict} goal (${goal})`,
  )
}
