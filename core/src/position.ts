// A position is computed from its fills alone.

import type { Paise, Quantity } from './units.ts'
import type { Fill } from './fill.ts'

export type PositionSide = 'LONG' | 'SHORT'

export type Position = {
  /** Shares held: positive long, negative short, zero flat. */
  readonly quantity: Quantity
  /** Cost of the held shares (long) or proceeds (short); zero when flat. */
  readonly costPaise: Paise
  /** Realised profit so far, before charges. */
  readonly realisedPaise: Paise
}

export const FLAT: Position = { quantity: 0, costPaise: 0, realisedPaise: 0 }

export function applyFill(position: Position, fill: Fill): Position {
  const signed = fill.side === 'BUY' ? fill.quantity : -fill.quantity
  const isAdding = position.quantity === 0 || Math.sign(position.quantity) === Math.sign(signed)
  if (isAdding) {
    return {
      quantity: position.quantity + signed,
      costPaise: position.costPaise + fill.quantity * fill.pricePaise,
      realisedPaise: position.realisedPaise,
    }
  }
  const held = Math.abs(position.quantity)
  const closed = Math.min(held, fill.quantity)
  // A part of an average cost may be fractional paise: it is rounded once, and the remainder keeps the difference.
  const closedCostPaise = closed === held ? position.costPaise : Math.round((position.costPaise * closed) / held)
  const gainPaise = Math.sign(position.quantity) * (closed * fill.pricePaise - closedCostPaise)
  const turned = fill.quantity - closed
  return {
    quantity: position.quantity + signed,
    costPaise: turned > 0 ? turned * fill.pricePaise : position.costPaise - closedCostPaise,
    realisedPaise: position.realisedPaise + gainPaise,
  }
}
