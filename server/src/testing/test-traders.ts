import { UNLIMITED } from '@trading-bot/core/risk/limits'
import type { BotSettings } from '../trading/bot-instances/index.ts'
import { newId } from '../platform/ids.ts'
import { buy, signUpBuyer } from './test-plans.ts'
import type { TestServer } from './test-server.ts'

export const SBIN = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1, hasDerivatives: true }

export const TRADER_SETTINGS: BotSettings = {
  botType: 'ema_strategy',
  parameters: {},
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
  const buyer = await signUpBuyer(server)
  const { db } = server
  await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('ema_strategy').id })
  const user = await db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .select(['users.id as user_id', 'subscriptions.id as subscription_id'])
    .where('users.username', '=', buyer.registration.username)
    .executeTakeFirstOrThrow()
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
  return { ...buyer, ...user, id }
}
