import type { InstanceId, Token } from '@trading-bot/core/units'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'
import type { DayKind } from './day-kind.ts'
import type { EnginePresence } from './engine-presence.ts'
import { type ExposureWatch, exposureWatch } from './exposure-watch.ts'
import type { MemoryRows } from './memory-rows.ts'
import { type ProtectionWatch, protectionWatch } from './protection-watch.ts'

type Opening = {
  readonly clock: Clock
  readonly timers: Timers
  readonly rows: MemoryRows
  readonly violate: (what: string) => void
  readonly kind: DayKind
  readonly instancesOf: (accountId: string) => readonly InstanceId[]
  readonly presence: EnginePresence
  readonly isMarketOpen: (token: Token) => boolean
  /** Nothing disturbs network, database, engines or the market. */
  readonly isQuiet: boolean
}

// Positions are read every 15 s, and what they show must reach the exchange.
const OWNER_EXCUSE_MS = 25_000
// On a quiet day a fill has to be read, recorded and answered with a stop, and a refused or cancelled one replaced.
// Books that lag take up to 6 s longer. Elsewhere the engine may be in its longest pause between two attempts, 30 s, and
// then has to read a book.
const LONGEST_BARE_MS = { quiet: 8_000, lagging: 10_000, disturbed: 36_000 }

// The order socket does not lag.
const LONGEST_FIRST_MS = 4_000

/** What is watched at the broker itself, behind all faults. */
export function openWatches(opening: Opening): {
  readonly exposure: ExposureWatch
  readonly protection: ProtectionWatch
} {
  const { kind, rows, instancesOf, presence, isQuiet } = opening
  return {
    exposure: exposureWatch({
      ...opening,
      ownerExcuseMs: kind.isCalm && !kind.isStrict ? OWNER_EXCUSE_MS : Infinity,
      isShared: (accountId) => instancesOf(accountId).length > 1,
    }),
    protection: protectionWatch({
      ...opening,
      isServed: (accountId) => instancesOf(accountId).every((id) => presence.isReady(rows.instances.get(id)!.shard)),
      longestFirstMs: isQuiet ? LONGEST_FIRST_MS : LONGEST_BARE_MS.disturbed,
      longestBareMs: LONGEST_BARE_MS[!isQuiet ? 'disturbed' : kind.isStrict ? 'lagging' : 'quiet'],
    }),
  }
}
