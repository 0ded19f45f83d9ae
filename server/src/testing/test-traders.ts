import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { sql } from 'kysely'
import type { BotSettings } from '../trading/bot-instances/index.ts'
import { newId } from '../platform/ids.ts'
import { signUpHolder } from './test-plans.ts'
import type { TestServer } from './test-server.ts'

export const SBIN = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1, hasDerivatives: true }

export const TRADER_SETTINGS: BotSettings = {
  botType: 'ema_strategy',
  parameters: {},
  interval: '1m',
  instruments: [SBIN],
  capital: { capitalPaise: 10_000_000 },
  limits: {
    ...UNLIMITED,
    maxEntriesPerDay: 10,
    maxQuantity: 1000,
    stopLossBps: 100,
    targetBps: 200,
  },
  onRefusedStop: 'CLOSE',
}

/** A user with a paid plan and a running bot. */
export async function addTrader(server: TestServer) {
  const holder = await signUpHolder(server)
  const user = { user_id: holder.user.id, subscription_id: holder.subscription.id }
  const { db } = server
  const strategy = await db
    .selectFrom('bots')
    .select(['id', 'deployed_version'])
    .where('bot_type', '=', 'ema_strategy')
    .executeTakeFirstOrThrow()
  const now = server.deps.clock.now()
  const id = newId(now)
  await db
    .insertInto('user_bots')
    .values({
      id,
      ...user,
      strategy_id: strategy.id,
      version: strategy.deployed_version ?? 1,
      name: 'EMA Bot',
      status: 'running',
      settings: JSON.stringify(TRADER_SETTINGS),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { ...holder, ...user, id }
}

/** From then on live orders of the user leave by this address, which is nobody else's. */
export async function giveAddress({ db }: TestServer, userId: string, address: string): Promise<void> {
  await sql`insert into egress_addresses values (${address}, ${userId}) on conflict do nothing`.execute(db)
  await db.updateTable('users').set({ outbound_address: address }).where('id', '=', userId).execute()
}

/** Registers every saved version of a type with the exchange, as live trading needs it; returns the algo ids. */
export async function registerAlgos(server: TestServer, botType = 'ema_strategy'): Promise<string[]> {
  const { db, deps } = server
  await acceptSheets(server)
  const now = deps.clock.now()
  const versions = await db
    .selectFrom('bot_versions')
    .innerJoin('bots', 'bots.id', 'bot_versions.bot_id')
    .select('bot_versions.logic_hash')
    .distinct()
    .where('bots.bot_type', '=', botType)
    .execute()
  const ids: string[] = []
  for (const { logic_hash } of versions) {
    if (logic_hash === null) throw new Error('a version has no hash')
    const algo_id = `TEST-${logic_hash.slice(0, 8)}`
    const state = { state: 'registered', state_since: now, created_at: now }
    await db
      .insertInto('algo_registrations')
      .values({
        id: newId(now),
        logic_hash,
        broker: 'angel_one',
        exchange: 'NSE',
        kind: 'white_box',
        algo_id,
        ...state,
      })
      .onConflict((on) => on.doNothing())
      .execute()
    ids.push(algo_id)
  }
  return ids
}

/** The administrator has released every version for live trading. */
export async function releaseForLive({ db }: TestServer): Promise<void> {
  const flags = JSON.stringify({ auto_trade: true, backtest_mode: false })
  await sql`update bot_versions set config = config || ${flags}::jsonb`.execute(db)
}

/** Every user has accepted how every version decides. */
export async function acceptSheets({ db }: TestServer): Promise<void> {
  await sql`
    insert into sheet_acceptances (user_id, logic_hash, strategy_id, version, accepted_at)
    select u.id, v.logic_hash, v.bot_id, v.number, now()
    from users u, bot_versions v where v.logic_hash is not null
    on conflict do nothing`.execute(db)
}
