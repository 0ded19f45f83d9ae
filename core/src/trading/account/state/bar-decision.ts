import type { PositionPart } from '../../../risk/position-part.ts'
import type { Share } from '../../../risk/share.ts'
import type { Paise, Token } from '../../../units.ts'
import type { EntryPrices } from '../../order-terms.ts'

/** A strategy's signal at a bar's close, the same for all accounts that follow it. */
export type BarDecision = {
  readonly token: Token
  readonly signal: number
  /** Start of the bar's last minute. */
  readonly startMs: number
  /** Null for a minute without trades. */
  readonly closePaise: Paise | null
  readonly inputs: Readonly<Record<string, number>>
  /** Share of the account's capital that the entry should use; without it the account's own sizing decides. */
  readonly share: Share | null
  /** Prices that the strategy names with the entry. */
  readonly prices: EntryPrices | null
  /** The part of the position that an exit closes; null closes all of it. */
  readonly part: PositionPart | null
}
