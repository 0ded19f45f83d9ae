import { noticesOf } from '@trading-bot/contract/legal/notices'
import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import { SIMULATED_VARIANT } from '@trading-bot/contract/legal/variant'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { signUp } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

const feeSharing = 'Half of the fee goes to Angel One'
const server = serverForFile({ compliance: { ...SIMULATED, hosting: 'own-logic', feeSharing } })
const variant = { ...SIMULATED_VARIANT, hosting: 'own-logic', fee_sharing: feeSharing } as const
const versionsOf = (notices: ReturnType<typeof noticesOf>) => NOTICE_KEYS.map((key) => notices[key].version).sort()

test('everybody reads which variant of the texts holds, and an account is created with that', async () => {
  const { access } = await signUp(server)
  expect((await server.call(readOperator, {})).body.legal).toEqual(variant)
  const { given, due } = (await server.call(listConsents, {}, access)).body
  expect(given.map(({ version }) => version).sort()).toEqual(versionsOf(noticesOf(variant)))
  expect(due).toEqual([])
})

test('another mode asks for the texts that differ and for no other; the older consents stay', async () => {
  const { user, access } = await signUp(server)
  const simulated = noticesOf(SIMULATED_VARIANT)
  // As accepted before the operator had chosen a mode.
  for (const notice of ['terms', 'risk'] as const)
    await server.asOwner((db) =>
      db
        .updateTable('consents')
        .set({ version: simulated[notice].version })
        .where('user_id', '=', user.id)
        .where('notice', '=', notice)
        .execute(),
    )
  const { due } = (await server.call(listConsents, {}, access)).body
  expect(due.map(({ notice }) => notice)).toEqual(['terms', 'risk'])
  const old = { notice: 'terms' as const, version: simulated.terms.version }
  expect((await server.call(acceptNotices, { notices: [old] }, access)).body).toMatchObject({ code: 'NOTICE_CHANGED' })
  const notices = due.map(({ notice, version }) => ({ notice, version }))
  const accepted = (await server.call(acceptNotices, { notices }, access)).body
  expect(accepted.due).toEqual([])
  expect(accepted.given).toEqual(expect.arrayContaining([expect.objectContaining(old)]))
})

test('a deployed strategy that is registered as a black box changes the texts, one that nobody can have does not', async () => {
  await seedCatalogue(server.deps)
  const { access } = await signUp(server)
  const hasBlackBoxes = async () => (await server.call(readOperator, {})).body.legal.black_boxes
  await sql`
    insert into algo_registrations (id, logic_hash, broker, exchange, kind, certificate, algo_id, state, state_since, created_at)
    select gen_random_uuid(), v.logic_hash, 'angel_one', 'NSE', 'black_box', 'INH000001234', 'B-1', 'registered', now(), now()
    from bots b join bot_versions v on v.bot_id = b.id and v.number = b.deployed_version
    where b.bot_type = 'ema_strategy'`.execute(server.db)
  await sql`update bots set deployed_version = null where bot_type = 'ema_strategy'`.execute(server.db)
  expect(await hasBlackBoxes()).toBe(false)
  await sql`update bots set deployed_version = 1 where bot_type = 'ema_strategy'`.execute(server.db)
  expect(await hasBlackBoxes()).toBe(true)
  const { due } = (await server.call(listConsents, {}, access)).body
  expect(due.map(({ notice }) => notice)).toEqual(['terms', 'risk'])
})
