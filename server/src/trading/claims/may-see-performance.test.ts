import { expect, test } from 'vitest'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import { claimOf, maySeePerformance } from './may-see-performance.ts'

const MODES = ['simulated', 'off', 'own-account', 'verified'] as const
const VIEWERS = ['operator', 'holder', 'other'] as const

test('who sees results on past prices in which mode', () => {
  const table = MODES.map((mode) => [mode, ...VIEWERS.map((viewer) => maySeePerformance(mode, viewer))])
  expect(table).toEqual([
    ['simulated', 'simulated', 'simulated', 'simulated'],
    ['off', 'shown', 'hidden', 'hidden'],
    ['own-account', 'shown', 'shown', 'hidden'],
    ['verified', 'shown', 'verified', 'verified'],
  ])
})

test('verified figures name agency, reference and date, and are hidden without them', () => {
  const verification = { agency: 'CARE Ratings', reference: 'PV-17', day: '2026-08-03' }
  const verified = { ...SIMULATED, performance: 'verified' as const, verification }
  expect(claimOf(verified, 'other')).toEqual({
    kind: 'verified',
    sentence: 'Verified by CARE Ratings, reference PV-17, on 2026-08-03.',
  })
  expect(claimOf({ ...verified, verification: undefined }, 'other').kind).toBe('hidden')
})

test('where nothing is shown a sentence says so', () => {
  const off = { ...SIMULATED, performance: 'off' as const }
  expect(claimOf(off, 'holder').sentence).toContain('what your own account did')
  expect(claimOf(off, 'other').sentence).toContain('before you hold the plan')
})
