import { expect, test } from 'vitest'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { confirmLeases, LEASE_TRUST_MS } from './confirm-leases.ts'
import type { LeaseHolder } from './lease.ts'

test('a confirmation is trusted for a second by the wall clock and by the one that never steps, so that neither hides a pause', async () => {
  const clock = { wallMs: 0, monotonicMs: 0 }
  const pass = (wallMs: number, monotonicMs = wallMs) => {
    clock.wallMs += wallMs
    clock.monotonicMs += monotonicMs
  }
  const view = { share: 64, isStillOurs: true, held: [], free: [] }
  const confirmation = confirmLeases({
    leaseHolder: { confirm: async () => view } as unknown as LeaseHolder,
    clock: { nowMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs },
    timers: virtualTime(0).timers,
    leases: () => [],
    trustMs: LEASE_TRUST_MS,
    isStopped: () => false,
    onLost: () => undefined,
  })
  const freshAfter = async (wallMs: number, monotonicMs = wallMs) => {
    await confirmation.confirm()
    pass(wallMs, monotonicMs)
    return confirmation.isFresh()
  }
  expect(confirmation.isFresh()).toBe(false)
  expect(await freshAfter(LEASE_TRUST_MS)).toBe(true)
  expect(await freshAfter(LEASE_TRUST_MS + 1)).toBe(false)
  // Set back during a pause, set back beyond the confirmation, and asleep, when only the wall clock goes on.
  expect(await freshAfter(500, 1_500)).toBe(false)
  expect(await freshAfter(-500, 0)).toBe(false)
  expect(await freshAfter(60_000, 0)).toBe(false)
})
