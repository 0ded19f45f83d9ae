import type { Quantity } from '../units.ts'

/** A part of a position: so many of the shares that the strategy's model account holds, or of a hundred per cent. */
export type PositionPart = { readonly quantity: number; readonly of: number }

/** The same part of another position: whole lots, rounded down. */
export function partOf({ quantity, of }: PositionPart, held: Quantity, lotSize: number): Quantity {
  const shares = Math.floor((held * quantity) / of)
  return shares >= held ? held : shares - (shares % lotSize)
}
