import type { Context, Tuning } from '@trading-bot/core/trading/account/state/context'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Token } from '@trading-bot/core/units'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import { clientIdOf } from '../book/client-id.ts'
import type { PriceLevels } from './price-levels.ts'
import { priceWitness, type PriceWitness } from './price-witness.ts'

/** The prices that some accounts trade on, and what waits for them; no price of one market reaches another's accounts. */
export type Market = {
  /** What its accounts' machines know of time and market. */
  readonly context: Context
  /** Accounts with an open position by instrument. */
  readonly holders: Map<Token, Set<ManagedAccount>>
  readonly levels: Map<Token, PriceLevels>
  /** Which prices may be acted on. */
  readonly witness: PriceWitness
  /** By strategy runner: instruments whose positions were closed by hand since the last bar close. */
  readonly closedByHand: Map<string, Set<Token>>
}

export type MarketSetup = { readonly clock: Clock; readonly ids: Ids; readonly tuning?: Tuning }

/** A market without prices yet; it notes the ids that its accounts take. */
export function openMarket({ clock, ids, tuning = {} }: MarketSetup, takenIds: string[]): Market {
  const witness = priceWitness()
  const context: Context = {
    nowMs: clock.nowMs(),
    raised: [],
    lastPaise: new Map(),
    acceptedAtMs: witness.acceptedAtMs,
    staleTokens: new Set(),
    instruments: new Map(),
    freezes: new Map(),
    nextId: () => {
      const id = ids.next()
      takenIds.push(id)
      return id
    },
    clientIdOf,
    tuning,
  }
  return { context, holders: new Map(), levels: new Map(), witness, closedByHand: new Map() }
}
