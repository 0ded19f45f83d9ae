import { mix } from '@trading-bot/core/random/chance'
import { EXCHANGE_FAULT_NAMES, type FaultRates, swarmRates } from '../brokers/faulty/fault-switch.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'

/** Kinds of days, which may coincide. */
export type DayKind = {
  /** Network, database and engines are undisturbed. */
  readonly isCalm: boolean
  /** The owner trades by hand. */
  readonly hasOwner: boolean
  readonly hasCircuit: boolean
  readonly isUneven: boolean
  /** The exchange rejects what the broker has acknowledged, and the broker's books lag behind it. */
  readonly isStrict: boolean
  /** Two bots of one owner trade over one broker account, in which orders of the owner rest as well. */
  readonly isShared: boolean
  /** Strategies let parts of their positions leave. */
  readonly isParted: boolean
}

const STRICT = new Set([0, 7, 9, 10, 12])
const PARTED = new Set([9, 11, 14])

export function kindOf(seed: number): DayKind {
  const isStrict = STRICT.has(seed % 14)
  return {
    isCalm: seed % 10 === 0,
    hasOwner: seed % 10 === 5 || seed % 20 === 0,
    hasCircuit: seed % 7 === 3,
    isUneven: seed % 8 === 7,
    isStrict,
    isShared: isStrict && seed % 3 === 0,
    isParted: PARTED.has(seed % 15),
  }
}

export function ratesOf(seed: number, { isCalm, hasOwner }: DayKind): FaultRates {
  const calm = { PARTIAL_FILL: 0.2, FOREIGN_ROWS: 0.1, STALE_POSITIONS: hasOwner ? 0 : 0.3 }
  const swarm: FaultRates = isCalm ? calm : swarmRates(seededRandomness(seed + 2))
  // A connection that drops or freezes at every other tick would leave no bars to trade on.
  return {
    ...swarm,
    FEED_DROPS: (swarm.FEED_DROPS ?? 0) / 100,
    FROZEN_TICKS: (swarm.FROZEN_TICKS ?? 0) / 100,
  }
}

export function exchangeRatesOf(seed: number, { isStrict }: DayKind): FaultRates {
  if (!isStrict) return {}
  const swarm = swarmRates(seededRandomness(mix(seed, 8)), EXCHANGE_FAULT_NAMES)
  // Of hundreds of ticks a minute and dozens of orders an hour.
  return { ...swarm, FREAK_TICK: (swarm.FREAK_TICK ?? 0) / 100, RMS_MOOD: (swarm.RMS_MOOD ?? 0) / 4 }
}
