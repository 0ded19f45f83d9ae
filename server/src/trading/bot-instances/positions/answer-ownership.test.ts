// Whose an adopted position is: the owner's answer, from the question in the list to what the engine is told.
import { listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { confirmPosition, releasePosition } from '@trading-bot/contract/rest/trading/closing'
import { MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

/** A trader whose bot holds a position that it took from an order without its tag. */
async function addAsked() {
  const trader = await addTrader(server)
  const { position, order } = await addOpenPosition(server, trader, { mode: 'live' })
  await server.db.updateTable('positions').set({ adopted_at: new Date() }).where('id', '=', position).execute()
  const of = { id: trader.id, position_id: position }
  const ownership = async () =>
    (await server.call(listBotPositions, { id: trader.id }, trader.token)).body[0]?.ownership
  const audit = async () =>
    (
      await server.db
        .selectFrom('audit_lines')
        .select(['action', 'after'])
        .where('subject_id', '=', trader.id)
        .execute()
    ).map(({ action, after }) => [action, after])
  return { ...trader, position, order, of, ownership, audit }
}

test('CALL POST /bots/{id}/positions/{position_id}/confirm/ ends the question, once and with one audit line', async () => {
  const { of, token, position, ownership, audit } = await addAsked()
  expect(await ownership()).toBe('asked')
  const confirmed = await server.call(confirmPosition, of, token)
  expect(confirmed).toMatchObject({ status: 200, body: { message: 'SBIN-EQ is the bot’s.' } })
  expect(await ownership()).toBe('bots')
  const again = await server.call(releasePosition, of, token)
  expect(again).toMatchObject({ status: 409, body: { error: 'You have said whose these shares are already.' } })
  expect(await audit()).toEqual([['position.confirm', { position_id: position }]])
})

test('CALL POST /bots/{id}/positions/{position_id}/release/ is kept for the engine; many clicks are one answer', async () => {
  const { of, token, position, ownership, audit } = await addAsked()
  const replies = await Promise.all(Array.from({ length: 5 }, () => server.call(releasePosition, of, token)))
  expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409, 409])
  expect(await ownership()).toBe('leaving')
  expect(await audit()).toEqual([['position.release', { position_id: position }]])
})

test('a release takes protection away, so that it asks for recent authentication; a confirmation does not', async () => {
  const { of, token } = await addAsked()
  const { clock } = server.deps
  const before = clock.now
  const later = new Date(before().getTime() + 11 * MINUTE_MS)
  Object.assign(clock, { now: () => later })
  try {
    expect(await server.call(releasePosition, of, token)).toMatchObject({
      status: 403,
      body: { code: 'RECENT_AUTH_REQUIRED' },
    })
    expect((await server.call(confirmPosition, of, token)).status).toBe(200)
  } finally {
    Object.assign(clock, { now: before })
  }
})

test('what cannot be answered is refused with the reason: another user’s, never asked, still filling, closed', async () => {
  const asked = await addAsked()
  const other = await addTrader(server)
  const own = await addOpenPosition(server, other)
  const release = (id: string, position_id: string, token: string) =>
    server.call(releasePosition, { id, position_id }, token)
  expect((await release(asked.id, asked.position, other.token)).status).toBe(404)
  expect((await release(other.id, asked.position, other.token)).status).toBe(404)
  expect((await release(asked.id, newId(new Date()), asked.token)).status).toBe(404)
  expect(await release(other.id, own.position, other.token)).toMatchObject({ body: { code: 'POSITION_NOT_ASKED' } })
  const order = server.db.updateTable('orders').where('id', '=', asked.order)
  const { ended_at } = await server.db
    .selectFrom('orders')
    .select('ended_at')
    .where('id', '=', asked.order)
    .executeTakeFirstOrThrow()
  await order.set({ state: 'PARTIALLY_FILLED', ended_at: null }).execute()
  expect(await release(asked.id, asked.position, asked.token)).toMatchObject({ body: { code: 'POSITION_ENTERING' } })
  await order.set({ ended_at }).execute()
  await server.db.updateTable('positions').set({ closed_at: new Date() }).where('id', '=', asked.position).execute()
  expect(await release(asked.id, asked.position, asked.token)).toMatchObject({
    status: 409,
    body: { code: 'POSITION_CLOSED', error: 'SBIN-EQ is closed already: there is nothing left to decide.' },
  })
  expect(await asked.audit()).toEqual([])
})
