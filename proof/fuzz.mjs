// npm run fuzz -- --cases 1000 --seed 7 --only /bots/ : generated requests for every operation of the API.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    only: { type: 'string', default: '' },
  },
})
const env = { ...process.env, FUZZ_CASES: values.cases, FUZZ_SEED: values.seed, FUZZ_ONLY: values.only }
const run = spawnSync(
  'npx',
  ['vitest', 'run', 'server/src/platform/http/whole-api/fuzz.test.ts', '--reporter=verbose'],
  {
    stdio: 'inherit',
    env,
  },
)
const verdict = run.status === 0 ? 'none breaks the server' : 'FAILED, see above'
console.log(`figure: ${values.cases} requests for every operation (seed ${values.seed}): ${verdict}`)
process.exit(run.status ?? 1)
