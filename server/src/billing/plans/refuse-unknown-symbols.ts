import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import { findUnknownSymbols } from './bot-plan-store.ts'
import { describePlanBot, type PlanRules } from './plan-ports.ts'

export async function refuseUnknownSymbols(db: Queryable, symbols: readonly string[]): Promise<Refusal | undefined> {
  const unknown = await findUnknownSymbols(db, symbols)
  if (unknown.length === 0) return undefined
  const named = unknown.slice(0, 5).join(', ')
  return refuseFields({ allowed_symbols: [`Not among the trading symbols: ${named}`] })
}

/** A list that leaves the bot nothing to trade would sell a bot that never starts. */
export async function refuseUselessSymbols(db: Queryable, plan: PlanRules): Promise<Refusal | undefined> {
  if (plan.allowed_symbols.length === 0) return undefined
  const bot = await describePlanBot.ask(db, plan)
  if (!bot || bot.symbols.length > 0) return undefined
  return refuseFields({ allowed_symbols: ['The bot of this plan trades none of these symbols'] })
}
