// Orders survive with real processes: the engine is killed while it sends, and its database too.
import { test } from 'vitest'
import { count, expectCorrectBooks, isSettled, openTradedDatabase } from './engine-processes.ts'
import { startEngine } from '../../product/testing/start-engine.ts'
import { until } from '../../product/testing/until.ts'

const ACCOUNTS = 120
// Every poll sends the engine work.
const PACE = { limitMs: 80_000, everyMs: 100 }

test('kill -9 of the engine and of PostgreSQL while orders are sent loses and duplicates none', {
  timeout: 200_000,
}, async () => {
  const { pool, url, kill, close } = await openTradedDatabase(ACCOUNTS)
  let engine = await startEngine(url)
  engine.send({ do: 'enter' })
  await until('the first order', async () => (await count(pool, 'true')) > 0)
  // Somewhere between the commit and the last acknowledgement.
  engine.kill('SIGKILL')
  engine = await startEngine(url)
  // Orders that never reached the broker are detected; accounts without a position enter again.
  const everyoneHolds = async () => {
    engine.send({ do: 'enter' })
    engine.send({ do: 'price' })
    return isSettled(pool, ACCOUNTS)
  }
  await until('everybody to hold', everyoneHolds, PACE)

  // The whole machine at once, while the exits are sent.
  engine.send({ do: 'leave' })
  engine.kill('SIGKILL')
  await kill()
  engine = await startEngine(url)
  const nobodyHolds = async () => {
    engine.send({ do: 'leave' })
    engine.send({ do: 'price' })
    return (await isSettled(pool, 0)) && (await count(pool, `purpose <> 'ENTRY'`)) > 0
  }
  await until('everybody to be out', nobodyHolds, PACE)

  await expectCorrectBooks(pool)
  console.log(`figure: ${ACCOUNTS} accounts in and out through two kills, no order lost or doubled`)
  engine.kill('SIGKILL')
  await close()
})
