import { stopOwnBots } from '@trading-bot/contract/rest/trading/bots'
import { flattenAccount } from '@trading-bot/contract/rest/accounts/users'
import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test } from 'vitest'
import { newestMail, signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { notifyUser } from '../notices/notify-user.ts'

const server = serverForFile()

const botOf = (id: string) =>
  server.db.selectFrom('user_bots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const auditOf = async (id: string) => {
  const rows = await server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', id).execute()
  return rows.map(({ action, actor_id }) => [action, actor_id])
}

test('CALL POST /bots/stop-all/ stops every own bot, says what is still held, and closes it only if asked to', async () => {
  const trader = await addTrader(server)
  const other = await addTrader(server)
  await addOpenPosition(server, trader)
  const kept = await server.call(stopOwnBots, {}, trader.token)
  expect(kept.body).toEqual({
    message: 'Stopped: EMA Bot. 1 position is still managed until closed.',
    stopped: ['EMA Bot'],
    open_positions: 1,
    still_open: ['10 SBIN-EQ'],
  })
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 0 })
  expect((await botOf(other.id)).status).toBe('running')
  // Stopped before, but what it still holds can be closed from the same button.
  const closed = await server.call(stopOwnBots, { close_positions: true }, trader.token)
  expect(closed.body.message).toBe('No bot was running. 1 position is still being closed.')
  expect(await botOf(trader.id)).toMatchObject({ status: 'stopped', close_requests: 1 })
  expect(await auditOf(trader.id)).toEqual([
    ['bot.stop', trader.user_id],
    ['bot.stop', trader.user_id],
  ])
})

test('CALL POST /admin/users/{id}/flatten/ stops the bots and closes all, with reason, audit, message and recent sign-in', async () => {
  const trader = await addTrader(server)
  await addOpenPosition(server, trader)
  const admin = await signUpAdmin(server)
  const flatten = (input: object, token: string) =>
    server.call(flattenAccount, { id: trader.user_id, ...input } as never, token)
  expect((await flatten({ reason: '' }, admin.access)).status).toBe(400)
  expect((await flatten({ reason: 'Asked for by phone' }, trader.token)).status).toBe(403)
  server.moveTime(16 * 60_000)
  const { access } = (await server.call(refreshToken, { refresh: admin.refresh })).body
  expect((await flatten({ reason: 'Asked for by phone' }, access)).body).toMatchObject({ code: 'PASSWORD_FOR_ADMIN' })
  expect((await botOf(trader.id)).status).toBe('running')
  const { password } = admin.registration
  const done = await flatten({ reason: 'Asked for by phone', password }, access)
  expect(done.body).toMatchObject({ stopped_bots: 1, open_positions: 1 })
  expect(await botOf(trader.id)).toMatchObject({
    status: 'stopped',
    status_reason: 'Stopped by the operator: Asked for by phone',
    close_requests: 1,
  })
  expect(await auditOf(trader.user_id)).toContainEqual(['user.flattened', admin.user.id])
  expect(await auditOf(trader.id)).toEqual([['bot.stop', admin.user.id]])
  await notifyUser(server.deps, { userBotId: trader.id, kind: 'FLATTENED', sentence: 'Asked for by phone.' })
  expect((await newestMail(server, trader.registration.email)).subject).toBe('Your bot was stopped by the operator')
})
