import * as api from '@trading-bot/contract/rest/trading/admin-bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { addRunner, findBot } from '../../../testing/test-runners.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)

test('bots that a failing version stopped are restarted with the deployed one; an owner who trades live is told', async () => {
  const [paper, other, live, healthy] = [
    await addRunner(server),
    await addRunner(server),
    await addRunner(server),
    await addRunner(server),
  ]
  const failed = { status: 'error', status_reason: 'ZeroDivisionError' }
  for (const { botId } of [paper, other, live])
    await server.db.updateTable('user_bots').set(failed).where('id', '=', botId).execute()
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', live.botId).execute()
  const { strategy_id } = await findBot(server, paper.botId)
  const strategy = async () =>
    (await server.call(api.listActiveStrategies, {}, admin.access)).body.strategies.find(({ id }) => id === strategy_id)
  expect(await strategy()).toMatchObject({ failed_user_bots: 3 })

  const chosen = await server.call(
    api.restartFailedBots,
    { strategy_id, bot_ids: [other.botId, healthy.botId] },
    admin.access,
  )
  expect(chosen.body).toMatchObject({ restarted: 1, told: 0, left: 0 })
  const all = await server.call(api.restartFailedBots, { strategy_id }, admin.access)
  expect(all.body).toMatchObject({
    message: '1 bot restarted with version 1. 1 bot trades live: the owner was told to start it.',
    restarted: 1,
    told: 1,
  })
  expect(await findBot(server, paper.botId)).toMatchObject({ status: 'running', status_reason: null })
  expect(await findBot(server, live.botId)).toMatchObject(failed)
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs where key = ${`corrected:${live.botId}`}`.execute(server.db)
  expect(rows).toMatchObject([{ payload: { kind: 'CORRECTED' } }])
  const unknown = await server.call(api.restartFailedBots, { strategy_id: paper.botId }, admin.access)
  expect(unknown.body).toMatchObject({ code: 'STRATEGY_NOT_KNOWN' })
})
