import { expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'
import { copyPreparedDataDir } from '../../product/testing/prepared-data-dir.ts'
import { newDataDir } from '../../product/testing/run-start.ts'

const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000)

test('what is killed, paused, locked and cut off comes back, and nothing that was acknowledged is lost or doubled', {
  timeout: 240_000,
}, async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  console.log(`  CHAOS_SEED=${SEED}`)
  const options = { dataDir, seconds: 6, mostFaultMs: 1_000, seed: SEED, say: console.log }
  const { problems, faults } = await runChaos(options)
  expect(problems).toEqual([])
  expect(Object.keys(faults).length).toBeGreaterThan(0)
  remove()
})
