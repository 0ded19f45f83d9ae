import { replaceLimits } from '../../trading-account.ts'
import { closePositions, closeRequested } from '../exits/close-positions.ts'
import { followExit } from '../exits/follow-exit.ts'
import { cancelEntry } from '../orders/cancel-entry.ts'
import type { BotInstance } from '../state/bot-instance.ts'
import { type ManagedAccount, slotOf } from '../state/managed-account.ts'
import { limitRules } from '../state/open-account.ts'
import { lookAtLimits } from './check-limits.ts'

/** New settings wait until the account is flat; the running state and the owner's own limits apply immediately. */
export function changeSettings(account: ManagedAccount, instance: BotInstance): void {
  const before = account.instance
  account.instance = hasNewSettings(before, instance)
    ? {
        ...before,
        // The old strategy version may close positions of this bot but not open new ones.
        isRunning: instance.isRunning && before.runnerKey === instance.runnerKey,
        entriesUntilMs: instance.entriesUntilMs,
        closeRequests: instance.closeRequests,
        ownLimits: instance.ownLimits,
        positionsToClose: instance.positionsToClose,
        positionsToRelease: instance.positionsToRelease,
      }
    : instance
  if (JSON.stringify(before.ownLimits) !== JSON.stringify(instance.ownLimits)) applyOwnLimits(account)
  if (!account.instance.isRunning) cancelEntries(account)
  if (instance.closeRequests > before.closeRequests) closePositions(account, 'STOPPED', account.context.nowMs)
  closeRequested(account)
  // Positions that their owner has called theirs.
  for (const id of account.instance.positionsToRelease) {
    const position = account.positions.get(id)
    if (position) followExit(account, position)
  }
}

/** Whether the instance differs in what an account with positions keeps until it is flat. */
export function hasNewSettings(before: BotInstance, now: BotInstance): boolean {
  return before.runnerKey !== now.runnerKey || settingsOf(before) !== settingsOf(now)
}

function settingsOf({ capital, limits, mode, carriedPaise }: BotInstance): string {
  return JSON.stringify([capital, limits, mode, carriedPaise])
}

/**
 * Applies what the owner tightened without waiting until the account is flat: a loss that already exceeds the new limit
 * closes the positions now, and entries of an excluded symbol that are not filled yet are cancelled.
 */
function applyOwnLimits(account: ManagedAccount): void {
  const rules = limitRules(account.instance)
  replaceLimits(account.core, rules)
  for (const position of Array.from(account.positions.values())) {
    const symbol = slotOf(account, position.token)?.instrument.symbol
    if (symbol !== undefined && rules.excludedSymbols?.has(symbol)) cancelEntry(account, position)
  }
  lookAtLimits(account)
}

function cancelEntries(account: ManagedAccount): void {
  for (const position of Array.from(account.positions.values())) cancelEntry(account, position)
}
