// npm run market:edge [-- --seeds 20 --stocks 50 --drift 0.02 --generator 1] : looks for an edge in the simulated market, for a year.
import { parseArgs } from 'node:util'
import { measureMarket } from '../core/src/simulated-market/testing/measure-market.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    stocks: { type: 'string', default: '50' },
    drift: { type: 'string', default: '0' },
    generator: { type: 'string', default: '2' },
  },
})

const begun = performance.now()
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
const found = measureMarket({
  seeds,
  stocks: Number(values.stocks),
  drift: Number(values.drift),
  generator: values.generator === '1' ? 1 : 2,
})
const say = (line: string) => process.stdout.write(`${line}\n`)
say(
  `generator ${values.generator}, ${seeds.length} seeds, ${values.stocks} stocks, one year of one-minute bars, drift ${values.drift}`,
)
for (const { family, trades, edgeBps, worstT, pooledT } of found.families) {
  const columns = [family.padEnd(26), `${trades} trades`.padStart(18), `${edgeBps.toFixed(3)} bps`.padStart(12)]
  say(`${columns.join('')}   largest t ${worstT.toFixed(2)}, of all seeds ${pooledT.toFixed(2)}`)
}
say(`all strategies: ${found.pooledEdgeBps.toFixed(3)} bps a trade`)
for (const [span, ratio] of Object.entries(found.varianceRatios)) say(`variance ratio ${span}: ${ratio.toFixed(4)}`)
say(`gap against day: correlation ${found.gapCorrelation.toFixed(4)}`)
say(`excess kurtosis of minutes: ${found.excessKurtosis.toFixed(1)}`)
say(`ridge regression, out-of-seed R²: ${found.rSquared.toExponential(2)}`)
for (const finding of found.findings) say(`EDGE: ${finding}`)
say(`${found.findings.length} findings, ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
process.exitCode = found.findings.length === 0 ? 0 : 1
