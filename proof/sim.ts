// npm run sim -- --seeds 10000 | --seed 17 | --bugs : the live engine against a faulty broker, database and clock.
import { parseArgs } from 'node:util'
import { PLANTED_BUGS, SOUND } from '../engine/src/simulation/planted-bugs.ts'
import { simulate } from '../engine/src/simulation/simulate.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    bugs: { type: 'boolean', default: false },
  },
})

if (values.bugs) await catchBugs()
else if (values.seed !== undefined) await run(Number(values.seed), 1)
else await run(Number(values.from), Number(values.seeds))

async function run(from: number, count: number): Promise<void> {
  const begun = performance.now()
  const marks: Record<string, number> = {}
  let failed = 0
  let orders = 0
  for (let seed = from; seed < from + count; seed++) {
    const result = await simulate(seed, SOUND)
    orders += result.orders
    for (const [mark, hits] of Object.entries(result.marks)) marks[mark] = (marks[mark] ?? 0) + hits
    if (result.violations.length === 0) continue
    failed++
    say(`seed ${seed}: ${result.violations.length} violations. Repeat it: npm run sim -- --seed ${seed}`)
    for (const violation of result.violations.slice(0, count === 1 ? 100 : 5)) say(`  ${violation}`)
  }
  say(
    `came through: ${Object.entries(marks)
      .map(([mark, hits]) => `${mark} ${hits}`)
      .join(', ')}`,
  )
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  say(`${count} seeds, ${orders} orders, ${seconds} s: ${failed} with violations`)
  process.exitCode = failed === 0 ? 0 : 1
}

async function catchBugs(): Promise<void> {
  let escaped = 0
  for (const [name, plant] of Object.entries(PLANTED_BUGS)) {
    let caughtBy: number | undefined
    for (let seed = 1; seed <= 300 && caughtBy === undefined; seed++) {
      const { violations } = await simulate(seed, plant)
      if (violations.length > 0) {
        caughtBy = seed
        say(`caught by seed ${seed}: ${name} (${violations[0]})`)
      }
    }
    if (caughtBy === undefined) {
      escaped++
      say(`ESCAPED: ${name}`)
    }
  }
  say(`${Object.keys(PLANTED_BUGS).length - escaped} of ${Object.keys(PLANTED_BUGS).length} planted bugs caught`)
  process.exitCode = escaped === 0 ? 0 : 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
