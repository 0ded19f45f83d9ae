// Generated from the contract: who may make each call, and that nobody reaches the rows of somebody else.
import type { Access, Call } from '@trading-bot/contract/rest/call'
import { registerMandate } from '@trading-bot/contract/rest/billing/renewals'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dumpDatabase } from '../../../testing/database/dump-database.ts'
import { validBodies } from '../../../testing/fuzz/valid-bodies.ts'
import { rowsNamedBy } from '../../../testing/id-kinds.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrip } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { invoicePayments } from '../../../billing/payments/index.ts'
import { newId } from '../../ids.ts'

const server = serverForFile()
let tokens: Record<'owner' | 'other' | 'admin', string>
let owner: string
beforeAll(async () => {
  const trader = await addTrader(server)
  owner = trader.user_id
  await addTrip(server, trader, { enteredAt: '2026-11-13T05:00:00.000Z', exitedAt: '2026-11-13T05:30:00.000Z' })
  await addRowsWithoutCalls()
  await server.call(registerMandate, { method: 'emandate' }, trader.token)
  await invoicePayments(server.deps)
  const [other, admin] = [await addTrader(server), await signUpAdmin(server)]
  tokens = { owner: trader.token, other: other.token, admin: admin.access }
})

/** What each kind of caller gets: `through` means that the use case decides. */
const EXPECTED: Readonly<Record<Access, Readonly<Record<'anyone' | 'trader' | 'admin', 401 | 403 | 'through'>>>> = {
  anyone: { anyone: 'through', trader: 'through', admin: 'through' },
  'signed-in': { anyone: 401, trader: 'through', admin: 'through' },
  owner: { anyone: 401, trader: 'through', admin: 'through' },
  admin: { anyone: 401, trader: 403, admin: 'through' },
}

/** The owner's run on history. */
const HISTORY_RUN = '01a1dd09-4f97-7ffe-aa39-a1da3a6f8701'
const UNKNOWN_ID = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'

// A field that no call knows is refused by the parser, right after the caller was let through: nothing happens.
const STOPPED_BY_PARSER = [400, 404]

describe.each(CALLS.map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const))('%s', (_, spec) => {
  test('lets through whom its access names, and nobody else', async () => {
    const callers = { anyone: undefined, trader: tokens.other, admin: tokens.admin }
    for (const caller of ['anyone', 'trader', 'admin'] as const) {
      const expected = EXPECTED[spec.access][caller]
      const path = `/api${spec.path.replace(/\{\w+\}/g, UNKNOWN_ID)}?no_such_field=1`
      const body = spec.body && { body: '{"no_such_field":1}' }
      const { status } = await server.raw(spec.method, path, { token: callers[caller], ...body })
      expect(expected === 'through' ? STOPPED_BY_PARSER : [expected], `as ${caller}`).toContain(status)
    }
  })
})

const OWNED = CALLS.filter(({ spec }) => spec.access === 'owner')

describe.each(OWNED.map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const))('%s', (_, spec) => {
  test('answers 404 for the rows of another trader, and changes nothing', async () => {
    const id = await idOfOwner(spec)
    const before = await dumpDatabase(server.db)
    const bodies = validBodies(spec)
    expect(bodies, `no valid body was found for ${spec.path}`).not.toEqual([])
    for (const body of bodies) {
      const path = pathOf(spec, id)
      const reply = await server.raw(spec.method, path, { token: tokens.other, ...(spec.body && { body }) })
      expect([403, 404], JSON.stringify(reply.body)).toContain(reply.status)
      expect(JSON.stringify(reply.body)).not.toContain(id)
    }
    expect(await dumpDatabase(server.db)).toBe(before)
  })
})

test('the owner reaches those very rows', async () => {
  for (const { spec } of OWNED.filter(({ spec: { method, query } }) => method === 'GET' && !query)) {
    const path = pathOf(spec, await idOfOwner(spec))
    expect([path, (await server.raw('GET', path, { token: tokens.owner })).status]).toEqual([path, 200])
  }
})

function pathOf({ path }: Call, id: string): string {
  return `/api${path.replace('{id}', id).replace('{run_id}', HISTORY_RUN)}`
}

async function idOfOwner({ path }: Call): Promise<string> {
  const { table, key } = rowsNamedBy(path)
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(key)} as id from ${sql.table(table)} where user_id = ${owner} order by 1 limit 1`.execute(
    server.db,
  )
  const [row] = rows
  if (!row) throw new Error(`the test has no row of ${table} for ${path}: add one`)
  return row.id
}

/** Rows that only a device or a job makes. */
async function addRowsWithoutCalls(): Promise<void> {
  const at = server.deps.clock.now()
  const notice = { kind: 'token-reuse', at, device: 'Firefox', address: '203.0.113.7' }
  await server.db
    .insertInto('account_notices')
    .values({ id: newId(at), user_id: owner, ...notice })
    .execute()
  const key = { credential_id: 'credential', public_key: Buffer.from('key'), sign_count: 0, transports: [] }
  const passkey = { ...key, name: 'Laptop', is_backed_up: false, created_at: at }
  await server.db
    .insertInto('passkeys')
    .values({ id: newId(at), user_id: owner, ...passkey })
    .execute()
  await sql`
    insert into backtests (id, bot_type, code, config, runs_as, days, requested_by, user_bot_id, created_at)
    select ${HISTORY_RUN}, 'ema_strategy', '', '{}', 'native', 10, ${owner}, id, ${at}
    from user_bots where user_id = ${owner}`.execute(server.db)
}
