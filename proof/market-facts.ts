// npm run market:facts [-- --seeds 5 --stocks 50 --generator 2] : what the simulated market has in common with NSE.
import { parseArgs } from 'node:util'
import {
  averageFacts,
  FACTS,
  type Fact,
  measureFacts,
  wrongFacts,
} from '../core/src/simulated-market/testing/measure-facts.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    stocks: { type: 'string', default: '50' },
    generator: { type: 'string', default: '2' },
  },
})

const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
const all = measureFacts({ seeds, stocks: Number(values.stocks), generator: values.generator === '1' ? 1 : 2 })
const average = averageFacts(all)
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`generator ${values.generator}, ${seeds.length} seeds, ${values.stocks} stocks, one year of one-minute bars`)
say(`| fact | bounds | average | of a seed |`)
say('|---|---|---|---|')
for (const [name, { what, least, most }] of Object.entries(FACTS)) {
  const found = all.map((facts) => facts[name as Fact])
  const range = `${Math.min(...found).toFixed(3)} to ${Math.max(...found).toFixed(3)}`
  say(`| ${what} | ${least} to ${most} | ${average[name as Fact].toFixed(3)} | ${range} |`)
}
const wrong = wrongFacts(average)
for (const sentence of wrong) say(`OUT OF BOUNDS: ${sentence}`)
process.exitCode = wrong.length === 0 ? 0 : 1
