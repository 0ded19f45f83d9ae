// What the migration makes of addresses that were assigned before each belonged to one client.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signUp } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
const FILE = path.resolve(import.meta.dirname, '../../../migrations/0126_egress_addresses.sql')

test('assigned addresses stay; of two accounts with one, the older assignment keeps it and the other lacks a consent', async () => {
  const people = [await signUp(server), await signUp(server), await signUp(server)] as const
  const [late, early, alone] = people.map(({ user }) => user.id) as [string, string, string]
  const assigned = [
    [late, '203.0.113.7', '2026-11-03T05:00:00.000Z'],
    [early, '203.0.113.7', '2026-11-02T05:00:00.000Z'],
    [alone, '203.0.113.8', '2026-11-01T05:00:00.000Z'],
  ] as const
  await server.asOwner(async (db) => {
    await sql`drop table egress_addresses, address_assignments, family_consents, egress_probes cascade`.execute(db)
    await sql`drop index users_outbound`.execute(db)
    await sql`alter table users drop column secondary_address, drop column address_owner, drop column shares_address_of`.execute(
      db,
    )
    for (const [id, address, at] of assigned) {
      await sql`update users set outbound_address = ${address} where id = ${id}`.execute(db)
      await sql`
        insert into audit_lines (id, at, action, subject_kind, subject_id)
        values (${newId(new Date(at))}, ${at}, 'user.address-assigned', 'user', ${id})`.execute(db)
    }
    await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await sql.raw(await readFile(FILE, 'utf8')).execute(connection)
      await sql`commit`.execute(connection)
    })
    const { rows } = await sql`
      select id, host(outbound_address) as address, shares_address_of as shares from users
      where outbound_address is not null order by id`.execute(db)
    expect(rows).toEqual([
      { id: late, address: '203.0.113.7', shares: early },
      { id: early, address: '203.0.113.7', shares: null },
      { id: alone, address: '203.0.113.8', shares: null },
    ])
    const registered = await sql`select user_id, is_change from address_assignments order by assigned_at`.execute(db)
    expect(registered.rows).toEqual([alone, early, late].map((user_id) => ({ user_id, is_change: false })))
    expect((await sql`select from family_consents`.execute(db)).rows).toEqual([])
  })
})
