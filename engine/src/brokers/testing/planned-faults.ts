import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { ALL_FAULT_NAMES, type FaultName, type FaultSwitch } from '../faulty/fault-switch.ts'

export type PlannedFaults = FaultSwitch & {
  /** Injects the fault once, at the next opportunity. */
  readonly plan: (name: FaultName) => void
  /** True while a planned fault has not happened yet. */
  readonly isPending: () => boolean
}

/** Faults that are injected by the test. */
export function plannedFaults(): PlannedFaults {
  const planned = new Set<FaultName>()
  const hits = Object.fromEntries(ALL_FAULT_NAMES.map((name) => [name, 0])) as Record<FaultName, number>
  return {
    plan: (name) => void planned.add(name),
    isPending: () => planned.size > 0,
    strikes(name) {
      const isStruck = planned.delete(name)
      if (isStruck) hits[name]++
      return isStruck
    },
    calm: () => planned.clear(),
    hits,
    randomness: seededRandomness(5),
  }
}
