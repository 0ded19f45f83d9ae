// npm run chaos -- --minutes 10 --seed N [--cluster] [--pressure] [--no-faults] [--json]
// A product of its own with its trading demo on loopback: processes are killed and paused, the database is restarted and
// its line cut while users buy, bots trade and screens poll. Then everything that was recorded is checked. A seed
// repeats the order of the faults, not the moment at which each meets the product. With --pressure every processor is
// busy with something else meanwhile; with --no-faults this is all that happens, and takeovers and square-off are judged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ChaosResult, runChaos } from './chaos/run-chaos.ts'
import { buildIfNeeded } from '../product/install.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cluster: { type: 'boolean', default: false },
    pressure: { type: 'boolean', default: false },
    'no-faults': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
await buildIfNeeded(path.resolve(import.meta.dirname, '..'))
const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-chaos-'))
const say = (line: string) => process.stderr.write(`  ${line}\n`)
say(`Seed ${values.seed}.`)
try {
  const result = await runChaos({
    dataDir,
    seconds: Number(values.minutes) * 60,
    seed: Number(values.seed),
    isCluster: values.cluster,
    isPressed: values.pressure,
    isFaultless: values['no-faults'],
    say,
  })
  process.stdout.write(`${values.json ? JSON.stringify(result) : sentence(result)}\n`)
  process.exitCode = result.problems.length === 0 ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function sentence(result: ChaosResult): string {
  const { seed, faults, slowestRecoveryMs, answers, bought, orders, joins, takeovers, busyPercent, problems } = result
  const struck = Object.values(faults).reduce((sum, times) => sum + times, 0)
  const verdict = problems.length === 0 ? 'Nothing lost, nothing doubled.' : `WRONG:\n  ${problems.join('\n  ')}`
  const pressure = busyPercent === null ? '' : ` on a machine ${busyPercent} % busy`
  const engines = `engines joined ${joins} times, ${takeovers} takeovers for silence`
  return `${struck} faults (seed ${seed})${pressure}, ${bought} plans bought, ${orders} orders, ${engines}, answers ${JSON.stringify(answers)}, slowest recovery ${slowestRecoveryMs} ms. ${verdict}`
}
