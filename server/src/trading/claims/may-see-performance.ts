import type { Claim } from '@trading-bot/contract/rest/trading/claims'
import type { PerformanceClaims } from '@trading-bot/contract/rest/operations/compliance'
import type { ComplianceSettings } from '../../platform/compliance-settings.ts'

/** The operator runs the strategies; a holder's plan is valid; everybody else might still buy. */
export type Viewer = 'operator' | 'holder' | 'other'

/**
 * Whether somebody may see what a strategy made on past prices, for every screen, mail, export and call. The orders and
 * the profit of the own account are bookkeeping and no claim: their owner always sees them, and nobody else does.
 */
export function maySeePerformance(mode: PerformanceClaims, viewer: Viewer): Claim['kind'] {
  if (mode === 'simulated') return 'simulated'
  if (viewer === 'operator') return 'shown'
  if (mode === 'verified') return 'verified'
  return mode === 'own-account' && viewer === 'holder' ? 'shown' : 'hidden'
}

/** The answer in words. */
export function claimOf(
  { performance: mode, verification }: Pick<ComplianceSettings, 'performance' | 'verification'>,
  viewer: Viewer,
): Claim {
  const kind = maySeePerformance(mode, viewer)
  if (kind === 'verified') {
    // Without its agency a figure is not verified, whatever the mode says.
    if (!verification) return { kind: 'hidden', sentence: HIDDEN[viewer] }
    const { agency, reference, day } = verification
    return { kind, sentence: `Verified by ${agency}, reference ${reference}, on ${day}.` }
  }
  if (kind === 'simulated') return { kind, sentence: 'Simulated figures: no real money made or lost them.' }
  return { kind, sentence: kind === 'hidden' ? HIDDEN[viewer] : null }
}

const HIDDEN: Readonly<Record<Viewer, string | null>> = {
  operator: null,
  holder: 'This platform shows no results on past prices. You see how the bot decides, and what your own account did.',
  other: 'Results on past prices are not shown before you hold the plan. You see how its bot decides.',
}
