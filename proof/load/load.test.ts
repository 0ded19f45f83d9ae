import { expect, test } from 'vitest'
import { runLoad } from '../load.ts'
import { copyPreparedDataDir } from '../../product/testing/prepared-data-dir.ts'
import { newDataDir } from '../../product/testing/run-start.ts'

test('the screens of twenty users with open event streams are answered beside the trading demo', {
  timeout: 120_000,
}, async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  const result = await runLoad({ users: 20, streams: 10, rate: 120, seconds: 1, dataDir })
  expect(result).toMatchObject({ count: 120, errors: 0, streamsOpened: 10, streamsOpen: 10 })
  // The second poll of a screen on which nothing happened.
  expect(result.unchanged).toBeGreaterThan(0)
  remove()
})
