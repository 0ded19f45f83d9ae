import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import { findUnknownSymbols } from './bot-plan-store.ts'

export async function refuseUnknownSymbols(db: Queryable, symbols: readonly string[]): Promise<Refusal | undefined> {
  const unknown = await findUnknownSymbols(db, symbols)
  if (unknown.length === 0) return undefined
  const named = unknown.slice(0, 5).join(', ')
  return refuseFields({ allowed_symbols: [`Not among the trading symbols: ${named}`] })
}
