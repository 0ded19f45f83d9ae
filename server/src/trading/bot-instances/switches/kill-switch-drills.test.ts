import { liftKillSwitch, listKillSwitches, setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import * as drills from '@trading-bot/contract/rest/trading/kill-switch-drills'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf, mailsTo, signUpAdmin } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { liftDrillSwitch, runDrill as drill, setDrillSwitch } from './kill-switch-drills.ts'

const server = serverForFile()
let admin: Awaited<ReturnType<typeof signUpAdmin>>
let trader: Awaited<ReturnType<typeof addTrader>>
beforeAll(async () => {
  trader = await addTrader(server)
})
beforeEach(async () => {
  admin = await signUpAdmin(server)
})

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const run = (input: object = {}) => server.call(drills.runDrill, { during_session: true, ...input }, admin.access)

test('CALL POST /admin/switches/drills/ and CALL GET /admin/switches/drills/: a drill sets the real switch, sees nobody enter, and lifts it', async () => {
  const mails = (await mailsTo(server, trader.registration.email)).length
  const done = await run({ note: 'November' })
  expect([done.status, done.body]).toMatchObject([
    201,
    {
      bots_before: 1,
      bots_during: 0,
      bots_after: 1,
      is_passed: true,
      note: 'November',
      run_by: admin.registration.email,
    },
  ])
  expect((await server.call(listKillSwitches, {}, admin.access)).body).toEqual([])
  const { rows } = await sql<{ scope: string; lifted: boolean; ends: number }>`
    select scope, lifted_at is not null as lifted, extract(epoch from until - set_at)::int as ends from kill_switches`.execute(
    server.db,
  )
  expect(rows).toEqual([{ scope: 'platform', lifted: true, ends: 60 }])
  expect((await server.call(drills.listDrills, {}, admin.access)).body).toEqual([done.body])
  expect(await auditOf(server, done.body.id)).toEqual(['switch.drilled'])
  // Nobody is told of a second in which nothing happened.
  expect(await mailsTo(server, trader.registration.email)).toHaveLength(mails)
})

test('a drill shows nothing while the platform is switched off, and two at once are one', async () => {
  const both = await Promise.all([run(), run()])
  const codes = both.map((answer) => (answer.status === 201 ? 'done' : codeOf(answer)))
  expect(codes).toContain('done')
  expect(codes.filter((code) => code !== 'done' && code !== 'DRILL_WHILE_PAUSED')).toEqual([])
  await sql`insert into kill_switches (id, scope, reason, set_at) values (gen_random_uuid(), 'platform', 'A fault', ${server.deps.clock.now()})`.execute(
    server.db,
  )
  expect(codeOf(await run())).toBe('DRILL_WHILE_PAUSED')
  await sql`update kill_switches set lifted_at = set_at where lifted_at is null`.execute(server.db)
})

test('a switch that is set in earnest during a drill stays when the drill is over', async () => {
  const scene = { ...server.deps, actor: { userId: admin.user.id }, origin: { requestId: '', address: '', device: '' } }
  const id = await setDrillSwitch(scene as never)
  await server.call(setKillSwitch, { scope: 'platform', reason: 'A real fault', close_positions: false }, admin.access)
  expect(await liftDrillSwitch(scene as never, id ?? '')).toBe(false)
  const standing = (await server.call(listKillSwitches, {}, admin.access)).body
  expect(standing).toMatchObject([{ reason: 'A real fault' }])
  await server.call(liftKillSwitch, { id: standing[0]?.id ?? '' }, admin.access)
})

test('a drill waits for the end of the session, unless it is said that it may be now', async () => {
  const actor = { userId: admin.user.id, isAdmin: true, sessionId: '' }
  const clock = { now: () => new Date('2026-11-16T05:00:00Z') }
  const scene = { ...server.deps, clock, actor, origin: { requestId: '', address: '', device: '' } }
  const input = { note: '', during_session: false }
  expect(await drill(scene as never, input)).toMatchObject({ code: 'DRILL_IN_SESSION' })
  expect(await drill(scene as never, { ...input, during_session: true })).toMatchObject({ is_passed: true })
})
