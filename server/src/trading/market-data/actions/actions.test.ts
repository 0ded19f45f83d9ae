import * as api from '@trading-bot/contract/rest/trading/market-data'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile({ demo: false })
const admin = adminForFile(server)
beforeAll(() => seedCatalogue(server.deps))
beforeEach(() => server.db.deleteFrom('corporate_actions').execute())

const SPLIT = { symbol: 'SBIN-EQ', ex_day: '2026-11-02', kind: 'split' as const, factor: 0.2, note: '1 to 5' }
const list = async (query = {}) => (await server.call(api.listCorporateActions, query, admin.access)).body

test('an action is added, changed by adding it again, listed and removed, each with an audit line', async () => {
  const { status, body } = await server.call(api.addCorporateAction, SPLIT, admin.access)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...SPLIT, token: '3045' })
  const again = await server.call(api.addCorporateAction, { ...SPLIT, factor: 0.5 }, admin.access)
  expect(again.body).toMatchObject({ id: body.id, factor: 0.5 })
  expect(await list()).toEqual([{ ...body, factor: 0.5 }])
  expect(await list({ symbol: 'TCS-EQ' })).toEqual([])
  expect((await server.call(api.deleteCorporateAction, { id: body.id }, admin.access)).status).toBe(200)
  expect((await server.call(api.deleteCorporateAction, { id: body.id }, admin.access)).status).toBe(404)
  expect(await list()).toEqual([])
  const lines = await server.db
    .selectFrom('audit_lines')
    .select('action')
    .where('subject_id', '=', body.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual([
    'history.action_saved',
    'history.action_saved',
    'history.action_removed',
  ])
})

test('an unknown symbol, kind or factor is refused', async () => {
  const unknown = await server.call(api.addCorporateAction, { ...SPLIT, symbol: 'NOWHERE-EQ' }, admin.access)
  expect(unknown.body).toMatchObject({ code: 'UNKNOWN_SYMBOL' })
  expect((await server.call(api.addCorporateAction, { ...SPLIT, factor: 0 }, admin.access)).status).toBe(400)
  expect((await server.call(api.addCorporateAction, { ...SPLIT, kind: 'gift' as never }, admin.access)).status).toBe(
    400,
  )
})

test('a list is shown first, refused as a whole while a row is bad, and applied twice without change', async () => {
  const good =
    'Symbol,Ex Day,Kind,Factor,Note\nSBIN-EQ,2026-11-02,Split,0.2,"one, to five"\nTCS-EQ,2026-10-01,dividend,0.99,\n'
  const bad = `${good}NOWHERE,2026-10-01,split,0.5,\nTCS-EQ,1 Oct,split,x,\n`
  const read = (text: string, apply = false) => server.call(api.importCorporateActions, { text, apply }, admin.access)
  const shown = (await read(bad)).body
  expect(shown.actions).toHaveLength(2)
  expect(shown.refusals.map(({ line }) => line)).toEqual([4, 5])
  expect(shown.refusals[0]!.reason).toContain('NOWHERE')
  expect((await read(bad, true)).body).toMatchObject({ code: 'ACTION_ROWS_REFUSED' })
  expect(await list()).toEqual([])
  expect((await read(good, true)).body).toMatchObject({ is_applied: true })
  const before = await list()
  expect(before.map(({ symbol, kind, factor, note }) => [symbol, kind, factor, note])).toEqual([
    ['SBIN-EQ', 'split', 0.2, 'one, to five'],
    ['TCS-EQ', 'dividend', 0.99, ''],
  ])
  await read(good, true)
  expect(await list()).toEqual(before)
})
