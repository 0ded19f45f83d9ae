import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import {
  changeToken,
  deleteSymbol,
  listAdminSymbols,
  pasteSymbols,
  readAdminSymbol,
  type SymbolReport,
  switchSymbol,
  switchSymbols,
} from '@trading-bot/contract/rest/trading/symbols'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signUp, adminForFile } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { type Reply, serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)
beforeAll(() => seedCatalogue(server.deps))

let count = 0
function share(change: Record<string, unknown> = {}) {
  count += 1
  return { symbol: `NEW${count}-EQ`, token: `9${count}`, name: `New company ${count}`, ...change }
}

async function upload(
  text: string | Uint8Array<ArrayBuffer>,
  name = 'symbols.json',
): Promise<Reply<SymbolReport & { code?: string }>> {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const response = await fetch(`${server.url}/api/subscriptions/admin/symbols/upload/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.access}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as never, headers: response.headers }
}

function totalsOf({ headers }: Reply<unknown>): unknown {
  return JSON.parse(headers.get('x-totals') ?? 'null')
}

async function find(symbol: string) {
  const { body } = await server.call(listAdminSymbols, { search: symbol }, admin.access)
  return body.find((row) => row.symbol === symbol)
}

test('AY-01 AY-02 CALL POST /subscriptions/admin/symbols/upload/ accepts a list and reports what was added, changed and unchanged', async () => {
  const [one, two] = [share(), share({ symbol: ' q&q-eq ', token: 992031 })]
  const first = await upload(JSON.stringify([one, two]))
  expect(first.body).toEqual({
    message: 'Symbols uploaded successfully!',
    format: 'list',
    rows: 2,
    added: 2,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    refusals: [],
    token_changes: [],
  })
  expect(await find('Q&Q-EQ')).toMatchObject({ token: '992031', is_active: true, tick_size: 0.05, lot_size: 1 })
  const again = await upload(JSON.stringify([{ ...one, name: 'Renamed' }, two]))
  expect(again.body).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
  expect((await find(one.symbol))?.name).toBe('Renamed')
  const audit = await server.db
    .selectFrom('audit_lines')
    .select('after')
    .where('action', '=', 'symbols.uploaded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(audit?.after).toMatchObject({ format: 'list', changed: 1 })
})

test('AY-02 invalid rows are refused one by one, each with its reason; the valid ones are accepted', async () => {
  const good = share()
  const rows = [
    good,
    { ...share(), token: good.token },
    { ...share(), symbol: good.symbol },
    { ...share(), name: '' },
    { token: '1', name: 'x' },
    { ...share(), token: undefined },
    { ...share(), symbol: '=cmd()' },
    { ...share(), name: 'a\u0000b' },
    7,
    null,
  ]
  const { body } = await upload(JSON.stringify(rows))
  expect(body).toMatchObject({ rows: 10, added: 1, refused: 9 })
  expect(body.refusals.map(({ row, reason }) => [row, reason])).toEqual([
    [2, `token ${good.token} stands in row 1 already`],
    [3, `${good.symbol} stands in row 1 already`],
    [4, 'name is missing or longer than 120 characters'],
    [5, 'symbol is missing'],
    [6, 'token is missing'],
    [7, 'symbol may hold 40 letters, digits and & . _ -'],
    [8, 'name is missing or longer than 120 characters'],
    [9, 'not an object with symbol, token and name'],
    [10, 'not an object with symbol, token and name'],
  ])
  const stolen = await upload(JSON.stringify([share({ token: good.token }), share()]))
  expect(stolen.body).toMatchObject({ added: 1, refused: 1 })
  expect(stolen.body.refusals[0]?.reason).toBe(`token ${good.token} belongs to ${good.symbol}`)
})

test("the broker's master gives NSE shares only, inactive until switched on, with tick and lot", async () => {
  const row = (change: object) => ({
    token: '1',
    symbol: 'X-EQ',
    name: 'X',
    expiry: '',
    strike: '-1.000000',
    lotsize: '1',
    instrumenttype: '',
    exch_seg: 'NSE',
    tick_size: '5.000000',
    ...change,
  })
  const { body } = await upload(
    JSON.stringify([
      row({ token: '77001', symbol: 'MASTER-EQ', name: 'MASTER', tick_size: '10.000000', lotsize: '2' }),
      row({ token: '77002', symbol: 'MASTER-BE' }),
      row({ token: '77003', symbol: 'MASTER-EQ', exch_seg: 'BSE' }),
      row({ token: '77004', symbol: 'NIFTY26NOVFUT', exch_seg: 'NFO' }),
      row({ token: '77005', symbol: 'BAD-EQ', tick_size: 'much' }),
    ]),
  )
  expect(body).toMatchObject({ format: 'master', rows: 5, added: 1, skipped: 3, refused: 1 })
  expect(body.refusals[0]).toEqual({ row: 5, symbol: 'BAD-EQ', reason: 'tick_size is no number' })
  expect(await find('MASTER-EQ')).toMatchObject({ is_active: false, tick_size: 0.1, lot_size: 2 })
  const { access } = await signUp(server)
  expect((await server.call(listSymbols, {}, access)).body.some(({ symbol }) => symbol === 'MASTER-EQ')).toBe(false)
})

test('AY-01 invalid JSON, a truncated file, or anything but a list changes nothing', async () => {
  const before = totalsOf(await server.call(listAdminSymbols, {}, admin.access))
  const good = JSON.stringify(share())
  for (const [text, sentence] of [
    ['not json', 'Invalid JSON format. Please check your JSON data.'],
    [`[${good}, {"symbol": }]`, 'Invalid JSON format. Please check your JSON data. The mistake is in row 2.'],
    [`[${good},`, 'Invalid JSON format. Please check your JSON data.'],
    [`[${good},]`, 'Invalid JSON format. Please check your JSON data. The mistake is in row 2.'],
    [`[${good}] trailing`, 'Invalid JSON format. Please check your JSON data.'],
    ['', 'Invalid JSON format. Please check your JSON data.'],
    [new Uint8Array([0x5b, 0xff, 0xfe]), 'Invalid JSON format. Please check your JSON data.'],
    [`["${'x'.repeat(200_000)}`, 'Invalid JSON format. Please check your JSON data. The mistake is in row 1.'],
    [good, 'Expected a list of objects with symbol, token and name.'],
    ['[]', 'Expected a list of objects with symbol, token and name.'],
    ['[1,2]', 'No symbol could be taken from 2 rows. Row 1: not an object with symbol, token and name.'],
  ] as const) {
    const { status, body } = await upload(text)
    expect([status, (body as unknown as { error: string }).error]).toEqual([400, sentence])
  }
  expect(totalsOf(await server.call(listAdminSymbols, {}, admin.access))).toEqual(before)
})

test('AY-01 a file of another kind, no file, and a file above 100 MB are refused with a sentence', async () => {
  expect((await upload('[]', 'symbols.csv')).body).toMatchObject({ error: 'Please select a JSON file' })
  const none = await server.raw('POST', '/api/subscriptions/admin/symbols/upload/', { token: admin.access, body: '{}' })
  expect(none.body).toMatchObject({ error: 'Please select a JSON file' })
  const large = await upload(new Uint8Array(100 * 1024 * 1024 + 1).fill(32))
  const error = 'The file is too large: at most 100 MB can be uploaded.'
  expect([large.status, large.body]).toMatchObject([413, { error }])
})

test('CALL POST /subscriptions/admin/symbols/ accepts pasted JSON, as text or as a list', async () => {
  const [one, two] = [share(), share()]
  expect((await server.call(pasteSymbols, { json_data: JSON.stringify([one]) }, admin.access)).body).toMatchObject({
    added: 1,
  })
  expect((await server.call(pasteSymbols, { json_data: [two] }, admin.access)).body).toMatchObject({ added: 1 })
  const empty = await server.call(pasteSymbols, { json_data: '  ' }, admin.access)
  expect(empty.body).toMatchObject({ json_data: ['Please enter JSON data'] })
  const broken = await server.call(pasteSymbols, { json_data: '[{' }, admin.access)
  expect(broken.body).toMatchObject({ error: 'Invalid JSON format. Please check your JSON data.' })
})

test('CALL GET /subscriptions/admin/symbols/ pages, searches and counts', async () => {
  const marked = ['A', 'B', 'C'].map((letter) => share({ name: `Zebra_${letter} 100%` }))
  await server.call(pasteSymbols, { json_data: marked }, admin.access)
  const all = await server.call(listAdminSymbols, { search: 'zebra_', page_size: 2 }, admin.access)
  expect(all.body.map(({ name }) => name)).toEqual(['Zebra_A 100%', 'Zebra_B 100%'])
  expect(totalsOf(all)).toMatchObject({ matching: 3 })
  const rest = await server.call(listAdminSymbols, { search: 'zebra_', page_size: 2, page: 2 }, admin.access)
  expect(rest.body.map(({ name }) => name)).toEqual(['Zebra_C 100%'])
  // Pattern characters are searched literally.
  expect(totalsOf(await server.call(listAdminSymbols, { search: '0%' }, admin.access))).toMatchObject({ matching: 3 })
  const byToken = await server.call(listAdminSymbols, { search: String(marked[1]?.token) }, admin.access)
  expect(byToken.body.map(({ symbol }) => symbol)).toContain(marked[1]?.symbol)
  const bad = await server.call(listAdminSymbols, { page: 0 }, admin.access)
  expect(bad.body).toMatchObject({ page: ['Enter a whole number from 1 to 1000000'] })
  expect((await server.raw('GET', '/api/subscriptions/admin/symbols/?page=two', { token: admin.access })).status).toBe(
    400,
  )
})

test('CALL GET /subscriptions/admin/symbols/{id}/ CALL PUT /subscriptions/admin/symbols/{id}/ read one symbol and switch it on or off', async () => {
  const mine = share()
  await server.call(pasteSymbols, { json_data: [mine] }, admin.access)
  const row = (await find(mine.symbol))!
  const off = await server.call(switchSymbol, { id: row.id, is_active: false }, admin.access)
  expect(off.body).toMatchObject({ message: 'Symbol status updated successfully!', symbol: { is_active: false } })
  expect((await server.call(readAdminSymbol, { id: row.id }, admin.access)).body).toEqual({ ...row, is_active: false })
  const inactive = await server.call(listAdminSymbols, { is_active: 'false', search: mine.symbol }, admin.access)
  expect(inactive.body).toHaveLength(1)
  const lines = await server.db
    .selectFrom('audit_lines')
    .select(['action', 'after'])
    .where('subject_id', '=', row.id)
    .execute()
  expect(lines).toEqual([{ action: 'symbol.switched', after: { symbol: mine.symbol, is_active: false } }])
})

test('CALL DELETE /subscriptions/admin/symbols/{id}/ deletes a symbol that nothing uses', async () => {
  await signUpBuyer(server)
  const used = (await find('SBIN-EQ'))!
  const refused = await server.call(deleteSymbol, { id: used.id }, admin.access)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'SYMBOL_IN_USE', error: expect.stringContaining('Switch it off instead') })
  const mine = share()
  await server.call(pasteSymbols, { json_data: [mine] }, admin.access)
  const row = (await find(mine.symbol))!
  expect((await server.call(deleteSymbol, { id: row.id }, admin.access)).body).toEqual({
    message: 'Symbol deleted successfully!',
  })
  expect(await find(mine.symbol)).toBeUndefined()
  const line = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', row.id).execute()
  expect(line).toEqual([{ action: 'symbol.deleted' }])
})

test('a page of symbols is read from the index by name', async () => {
  const plan = await server.db.transaction().execute(async (tx) => {
    // With only a page or two of rows the planner may prefer to sort.
    await sql`
      insert into symbols (id, symbol, token, name, tick_paise, lot_size, is_active, created_at)
      select gen_random_uuid(), 'MANY' || n, 'm' || n, 'Many', 5, 1, true, now() from generate_series(1, 5000) n`.execute(
      tx,
    )
    await sql`analyze symbols`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from symbols order by symbol limit 20 offset 40`.execute(tx)
    await sql`delete from symbols where name = 'Many'`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('symbols_symbol_key')
})

test('several symbols are switched at once, with one audit line that names them', async () => {
  const made = [share(), share()]
  await server.call(pasteSymbols, { json_data: made }, admin.access)
  const ids = await Promise.all(made.map(async ({ symbol }) => (await find(symbol))!.id))
  const off = await server.call(switchSymbols, { ids, is_active: false }, admin.access)
  expect(off.body).toEqual({ message: '2 symbols are off now.', changed: 2 })
  expect((await server.call(switchSymbols, { ids, is_active: false }, admin.access)).body.changed).toBe(0)
  const { rows: lines } = await sql<{ after: unknown }>`
    select after from audit_lines where action = 'symbols.switched'`.execute(server.db)
  expect(lines).toEqual([{ after: { symbols: made.map(({ symbol }) => symbol), is_active: false } }])
  expect((await server.call(switchSymbols, { ids: [], is_active: false }, admin.access)).status).toBe(400)
})

test('the token of a symbol that running bots trade changes only when its name confirms it', async () => {
  await addTrader(server)
  const { id } = (await find('SBIN-EQ'))!
  const one = (await server.call(readAdminSymbol, { id }, admin.access)).body
  expect(one.running_bots).toBe(1)
  const json_data = [{ symbol: 'SBIN-EQ', token: '770045', name: 'Another name' }]
  const { body } = await server.call(pasteSymbols, { json_data }, admin.access)
  expect(body).toMatchObject({
    changed: 0,
    unchanged: 0,
    token_changes: [{ symbol: 'SBIN-EQ', from: '3045', to: '770045', running_bots: 1 }],
  })
  expect((await find('SBIN-EQ'))?.token).toBe('3045')
  const refused = await server.call(changeToken, { id, token: '770045', confirmation: 'SBIN' }, admin.access)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'SBIN-EQ is traded by 1 running bot: type its name to confirm the new token.',
  ])
  const taken = await find('TCS-EQ')
  expect(
    (await server.call(changeToken, { id, token: taken!.token, confirmation: 'SBIN-EQ' }, admin.access)).status,
  ).toBe(409)
  const changed = await server.call(changeToken, { id, token: '770045', confirmation: 'SBIN-EQ' }, admin.access)
  expect(changed.body).toMatchObject({ message: 'SBIN-EQ has token 770045 now.', symbol: { token: '770045' } })
  const { rows: warnings } = await sql<{ message: string }>`
    select message from system_logs where level = 'WARNING' and message like 'New tokens%'`.execute(server.db)
  expect(warnings).toEqual([
    { message: 'New tokens of traded symbols wait for confirmation: SBIN-EQ (3045 to 770045)' },
  ])
})
