import { until } from '../../../product/testing/until.ts'
import { cpuSecondsOf } from '../../../product/testing/cpu-seconds.ts'
import type { Benchmark } from '../benchmark.ts'
import { openBenchDatabase } from '../processes/open-fan-out.ts'
import { startEngine } from '../../../product/testing/start-engine.ts'

const ACCOUNTS = 4_000
const SHARDS = 64
// In and out by turns; the first ones warm the processes up.
const ROUNDS = 20
const WARM_UP_ROUNDS = 6
const LEAST_RATIO = 0.9
const PACE = { limitMs: 60_000, everyMs: 200 }

/** Everything the engines do from a bar's close to the last fill, and their signs of life beside it. */
export const b9SeveralEngines: Benchmark = {
  id: 'B9',
  title: 'orders per CPU second of the engine processes, four engines and one (goal: 0.9 of one)',
  goal: { seconds: 240 },
  prepare: () => async () => {
    const one = await measure(1)
    const four = await measure(4)
    const ratio = Math.round((four / one) * 1_000) / 1_000
    const details = { one: Math.round(one), four: Math.round(four), ratio, is_within_goal: ratio >= LEAST_RATIO }
    return { units: 2 * ACCOUNTS * ROUNDS, hash: '', details }
  },
}

/** Orders per CPU second. */
async function measure(count: number): Promise<number> {
  const { pool, url, close } = await openBenchDatabase({ accounts: ACCOUNTS, symbols: 1 })
  const engines = await Promise.all(Array.from({ length: count }, () => startEngine(url)))
  await until(
    'a fair share each',
    async () => {
      const { rows } = await pool.query<{ shards: number }>(
        'select count(*)::integer as shards from shard_leases where engine is not null group by engine',
      )
      return rows.length === count && rows.every(({ shards }) => shards === SHARDS / count)
    },
    PACE,
  )
  const cpu = () => engines.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0)
  let before = cpu()
  let ended = 0
  for (let round = 0; round < ROUNDS; round++) {
    if (round === WARM_UP_ROUNDS) before = cpu()
    const signal = round % 2 === 0 ? 'enter' : 'leave'
    await until(
      'every order to end',
      async () => {
        // Repeated for accounts that were handed over meanwhile; who holds already does not enter twice.
        for (const engine of engines) for (const what of [signal, 'price']) engine.send({ do: what })
        const { rows } = await pool.query<{ ended: number }>(
          'select count(*)::integer as ended from orders where ended_at is not null',
        )
        ended = rows[0]?.ended ?? 0
        return ended === ACCOUNTS * (round + 1)
      },
      PACE,
    ).catch((error: unknown) => {
      throw new Error(`round ${round} of ${count} engines: ${ended} orders ended`, { cause: error })
    })
  }
  const seconds = cpu() - before
  for (const engine of engines) engine.kill('SIGKILL')
  await close()
  return (ACCOUNTS * (ROUNDS - WARM_UP_ROUNDS)) / seconds
}
