import { tightenLimits } from '@trading-bot/core/risk/own-limits'
import { type AccountRules, replaceLimits } from '@trading-bot/core/trading/trading-account'
import type { LiveEngine } from '../live-engine.ts'
import { cancelEntry } from '../positions/cancel-entry.ts'
import type { BotInstance } from './bot-instance.ts'
import { checkLimitsNow } from './check-limits.ts'
import { type ManagedAccount, slotOf } from './managed-account.ts'

/** The part of an account's rules that its owner may tighten. */
export function limitRules({ limits, ownLimits }: BotInstance): Pick<AccountRules, 'limits' | 'excludedSymbols'> {
  return { limits: tightenLimits(limits, ownLimits), excludedSymbols: new Set(ownLimits.excludedSymbols) }
}

/**
 * Applies what the owner tightened without waiting until the account is flat: a loss that already exceeds the new limit
 * closes the positions now, and entries of an excluded symbol that are not filled yet are cancelled.
 */
export function applyOwnLimits(engine: LiveEngine, account: ManagedAccount): void {
  const rules = limitRules(account.instance)
  replaceLimits(account.core, rules)
  for (const position of Array.from(account.positions.values())) {
    const symbol = slotOf(account, position.token)?.instrument.symbol
    if (symbol !== undefined && rules.excludedSymbols?.has(symbol)) cancelEntry(engine, account, position)
  }
  checkLimitsNow(engine, account)
}
