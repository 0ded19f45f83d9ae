import type { MatchCount } from './compare-session.ts'

/**
 * The share of all intents, obtained and replayed, that have a twin on the other side, in whole percent; null without
 * any. Rounded down, so that 100 % means every one.
 */
export function agreementPercent(counts: readonly MatchCount[]): number | null {
  const total = counts.reduce((sum, { obtained, replayed }) => sum + obtained + replayed, 0)
  const matched = counts.reduce((sum, count) => sum + count.matched, 0)
  return total === 0 ? null : Math.floor((200 * matched) / total)
}

/** The share of the instance's own intents that the kernel decides too, in whole percent; null without any. */
export function matchedPercent(counts: readonly MatchCount[]): number | null {
  const obtained = counts.reduce((sum, count) => sum + count.obtained, 0)
  const matched = counts.reduce((sum, count) => sum + count.matched, 0)
  return obtained === 0 ? null : Math.floor((100 * matched) / obtained)
}

export type UnknownReason = 'NO_TRADES' | 'NO_BARS' | 'SETTINGS_CHANGED' | 'REPLAY_FAILED'

const UNKNOWN: Readonly<Record<UnknownReason, string>> = {
  NO_TRADES: 'the bot has not traded in a session that was checked.',
  NO_BARS: 'the bars of the session are not stored.',
  SETTINGS_CHANGED: 'the bot has run another version since the session.',
  REPLAY_FAILED: 'the session could not be replayed.',
}

/** What is known of the agreement, in one sentence. */
export function agreementSentence(percent: number | null, reason: UnknownReason = 'NO_TRADES'): string {
  if (percent === null) return `Not known yet: ${UNKNOWN[reason]}`
  return `Backtest agrees with reality: ${percent} %`
}
