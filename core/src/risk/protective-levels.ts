// Stop and target prices on ticks. Both round away from the entry, so that a stop is never tighter and a target never
// easier to reach than its percentage.

import type { Paise } from '../units.ts'
import { tickAtOrAbove, tickAtOrBelow } from '../instrument.ts'

/** 1 for a long, -1 for a short. */
export type Direction = 1 | -1

const WHOLE_BPS = 10_000

export function stopLevelPaise(direction: Direction, entryPaise: Paise, bps: number, tickPaise: Paise): number {
  return direction === 1 ? below(entryPaise, bps, tickPaise) : above(entryPaise, bps, tickPaise)
}

export function targetLevelPaise(direction: Direction, entryPaise: Paise, bps: number, tickPaise: Paise): number {
  return direction === 1 ? above(entryPaise, bps, tickPaise) : below(entryPaise, bps, tickPaise)
}

/** The stop that follows the best price since the entry. It never loosens, because the best price never gets worse. */
export function trailedStopPaise(
  direction: Direction,
  bestPaise: Paise,
  trailingStopBps: number,
  tickPaise: Paise,
): number {
  return stopLevelPaise(direction, bestPaise, trailingStopBps, tickPaise)
}

/** The nearer of a position's stop and one that its strategy named; null and undefined name none. */
export function withNamedStop(
  direction: Direction,
  ownPaise: Paise | null,
  namedPaise: Paise | undefined,
  tickPaise: Paise,
): number | null {
  if (namedPaise === undefined) return ownPaise
  const levelPaise = stopLevelPaise(direction, namedPaise, 0, tickPaise)
  return ownPaise === null || (levelPaise - ownPaise) * direction > 0 ? levelPaise : ownPaise
}

/** The same for the target. */
export function withNamedTarget(
  direction: Direction,
  ownPaise: Paise | null,
  namedPaise: Paise | undefined,
  tickPaise: Paise,
): number | null {
  if (namedPaise === undefined) return ownPaise
  const levelPaise = targetLevelPaise(direction, namedPaise, 0, tickPaise)
  return ownPaise === null || (levelPaise - ownPaise) * direction < 0 ? levelPaise : ownPaise
}

function above(pricePaise: Paise, bps: number, tickPaise: Paise): number {
  return tickAtOrAbove((pricePaise * (WHOLE_BPS + bps)) / WHOLE_BPS, tickPaise)
}

function below(pricePaise: Paise, bps: number, tickPaise: Paise): number {
  return tickAtOrBelow((pricePaise * (WHOLE_BPS - bps)) / WHOLE_BPS, tickPaise)
}
