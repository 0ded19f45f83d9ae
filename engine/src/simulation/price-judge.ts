import type { PositionId, Token } from '@trading-bot/core/units'
import type { Exchange } from '../exchange/state/exchange.ts'
import type { MemoryRows } from './memory-rows.ts'

/** Checks that a stop or target is acted on only where the market itself has been there. */
export type PriceJudge = {
  /** An exit of this position goes out: a new order, or the resting stop made marketable. */
  readonly onExit: (positionId: PositionId, reason: string) => void
}

type Tape = { readonly atMs: number[]; readonly pricePaise: number[] }

// Prices are rounded to ticks, and levels move with the entry's average price.
const TOLERANCE_SHARE = 0.0005

export function priceJudge(exchange: Exchange, rows: MemoryRows, violate: (what: string) => void): PriceJudge {
  const tapes = new Map<Token, Tape>()
  exchange.tickListeners.add(({ quote }) => {
    let tape = tapes.get(quote.instrument.token)
    if (!tape) tapes.set(quote.instrument.token, (tape = { atMs: [], pricePaise: [] }))
    tape.atMs.push(exchange.clock.nowMs())
    tape.pricePaise.push(quote.lastPaise)
  })
  return {
    onExit(positionId, reason) {
      const position = rows.positions.get(positionId)
      if (!position || (reason !== 'STOP_LOSS' && reason !== 'TARGET')) return
      const levelPaise = reason === 'STOP_LOSS' ? position.stopPaise : position.targetPaise
      const tape = tapes.get(position.token)
      const { openedAtMs, direction } = position
      if (levelPaise === null || openedAtMs === null || !tape) return
      const isBelow = (reason === 'STOP_LOSS') === (direction === 1)
      const reachedPaise = isBelow ? levelPaise * (1 + TOLERANCE_SHARE) : levelPaise * (1 - TOLERANCE_SHARE)
      for (let tick = tape.atMs.length - 1; tick >= 0 && tape.atMs[tick]! >= openedAtMs; tick--) {
        const pricePaise = tape.pricePaise[tick]!
        if (isBelow ? pricePaise <= reachedPaise : pricePaise >= reachedPaise) return
      }
      violate(`position ${positionId} is closed by ${reason}, and the price was never there`)
    },
  }
}
