import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { beforeEach, describe } from 'vitest'
import { idsFrom } from '../ports/ids.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import { virtualTime } from '../ports/virtual-time.ts'
import { type StoreUnderTest, testLiveStore } from '../live/testing/live-store-conformance.ts'
import { TRADER } from '../live/testing/open-paper-day.ts'
import { memoryStore } from './memory-store.ts'

describe('the in-memory store', () => {
  const nowMs = indiaDayStartMs(dayNumberOf('2026-11-16')) + 690 * MINUTE_MS
  let subject: StoreUnderTest
  beforeEach(() => {
    const { clock, timers, advanceBy } = virtualTime(nowMs)
    const { store, rows, endSessions } = memoryStore({ clock, timers, instances: [] })
    const ids = idsFrom(seededRandomness(1))
    const change = async (id: string, part: { isRunning?: boolean; entriesUntilMs?: number }) =>
      void rows.instances.set(id, { ...rows.instances.get(id)!, ...part })
    subject = {
      open: () => store,
      nowMs,
      newId: ids.next,
      addInstance: async () => {
        const id = ids.next()
        rows.instances.set(id, { ...TRADER, id, mode: 'LIVE' })
        return id
      },
      stopInstance: (id) => change(id, { isRunning: false }),
      endPlan: (id) => change(id, { entriesUntilMs: nowMs - 1 }),
      setSwitch: async (isOn) => void (isOn ? rows.switches.add('all') : rows.switches.clear()),
      takeOver: async () => {
        for (const lease of rows.leases.values()) lease.fence++
      },
      letTimePass: async (ms) => advanceBy(ms),
      endSessions: async () => endSessions(),
    }
  })
  testLiveStore(() => subject)
})
