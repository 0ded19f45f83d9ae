// npm run sim -- --seeds 10000 | --seed 17 | --mutants : the live engine against a faulty broker, database and clock.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DETECTED_BY } from '../engine/src/simulation/detected-by.ts'
import { SOUND } from '../engine/src/simulation/mutant.ts'
import { MUTANTS } from '../engine/src/simulation/mutants.ts'
import type { Held } from '../engine/src/simulation/protection-watch.ts'
import { simulate } from '../engine/src/simulation/simulate.ts'

// Shares held at the broker without a resting stop or a working exit, while nothing excused it.
const MEDIAN_BARE_MS = 0
const P99_BARE_MS = 5_000
// Fewer holdings than this have no ninety-ninth percentile.
const FEWEST_HOLDINGS = 1_000
const JOURNALS = '.test-report/journals'
// A mutant that as many days do not show has escaped.
const MOST_SEEDS = 300

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
})

if (values.mutants) await catchMutants()
else if (values.seed !== undefined) await run(Number(values.seed), 1)
else await run(Number(values.from), Number(values.seeds))

async function run(from: number, count: number): Promise<void> {
  const begun = performance.now()
  const marks: Record<string, number> = {}
  let failed = 0
  let orders = 0
  const bare: Bare[] = []
  for (let seed = from; seed < from + count; seed++) {
    const result = await simulate(seed, SOUND)
    orders += result.orders
    for (const held of result.held) bare.push({ seed, held })
    for (const [mark, hits] of Object.entries(result.marks)) marks[mark] = (marks[mark] ?? 0) + hits
    if (result.violations.length === 0) continue
    failed++
    say(`seed ${seed}: ${result.violations.length} violations. Repeat it: npm run sim -- --seed ${seed}`)
    for (const violation of result.violations.slice(0, count === 1 ? 100 : 5)) say(`  ${violation}`)
    say(`  the journals of its accounts: npm run replay -- ${await keepJournals(seed)} --print`)
  }
  say(
    `came through: ${Object.entries(marks)
      .map(([mark, hits]) => `${mark} ${hits}`)
      .join(', ')}`,
  )
  const isProtected = judgeProtection(bare)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  say(`${count} seeds, ${orders} orders, ${seconds} s: ${failed} with violations`)
  process.exitCode = failed === 0 && isProtected ? 0 : 1
}

/** The same day once more, with the journal of every user in every engine. */
async function keepJournals(seed: number): Promise<string> {
  mkdirSync(JOURNALS, { recursive: true })
  let files = 0
  const journalOf = (userId: string) => {
    const file = `${JOURNALS}/seed-${seed}-${++files}-${userId}.jsonl`
    writeFileSync(file, '')
    return (line: string) => appendFileSync(file, `${line}\n`)
  }
  await simulate(seed, { ...SOUND, setup: { journalOf } })
  return `${JOURNALS}/seed-${seed}-*`
}

type Bare = { readonly seed: number; readonly held: Held }

/** Prints for how long shares were without a stop; false if that is above the budget. */
function judgeProtection(bare: readonly Bare[]): boolean {
  const sorted = bare.toSorted((left, right) => left.held.bareMs - right.held.bareMs)
  const atShare = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.held.bareMs ?? 0
  const sumMs = bare.reduce((sum, { held }) => sum + held.bareMs, 0)
  const [medianMs, p99Ms] = [atShare(0.5), atShare(0.99)]
  const worst = sorted.at(-1)
  say(
    `without a stop: ${bare.length} holdings, sum ${inSeconds(sumMs)}, median ${inSeconds(medianMs)}, ` +
      `p99 ${inSeconds(p99Ms)}, worst ${worst ? `${inSeconds(worst.held.bareMs)} (seed ${worst.seed}, ${worst.held.what} held from ${worst.held.fromMs})` : 'none'}`,
  )
  const isWithin = medianMs <= MEDIAN_BARE_MS && (p99Ms <= P99_BARE_MS || bare.length < FEWEST_HOLDINGS)
  if (!isWithin) say(`above the budget of ${inSeconds(MEDIAN_BARE_MS)} and ${inSeconds(P99_BARE_MS)}`)
  return isWithin
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function catchMutants(): Promise<void> {
  let escaped = 0
  for (const [name, mutant] of Object.entries(MUTANTS)) {
    let caughtBy: number | undefined
    for (const seed of seedsFor(name)) {
      if (caughtBy !== undefined) break
      const { violations } = await simulate(seed, mutant)
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
  say(`${Object.keys(MUTANTS).length - escaped} of ${Object.keys(MUTANTS).length} mutants caught`)
  process.exitCode = escaped === 0 ? 0 : 1
}

/** The recorded one first, and only if that no longer catches it the others. */
function seedsFor(name: string): readonly number[] {
  return [DETECTED_BY[name] ?? 1, ...Array.from({ length: MOST_SEEDS }, (_, index) => index + 1)]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
