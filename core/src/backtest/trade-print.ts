import { Fingerprint } from '../fingerprint.ts'
import type { ExitReason, RoundTrip } from '../round-trip.ts'

const EXIT_CODES = {
  SIGNAL: 1,
  STOP_LOSS: 2,
  TARGET: 3,
  SQUARE_OFF: 4,
  DAILY_LOSS: 5,
  DAILY_PROFIT: 6,
  END_OF_DATA: 7,
  STOPPED: 8,
  CORRECTION: 9,
  OUTSIDE: 10,
  STOP_REFUSED: 11,
  WEEKLY_LOSS: 12,
  DRAWDOWN: 13,
} as const satisfies Record<ExitReason, number>

const WORDS_PER_TRADE = 8
const TRADES_PER_BATCH = 64

/** The fingerprint of a run's trades, computed in batches because a sweep makes millions of them. */
export class TradePrint {
  readonly #print = new Fingerprint()
  readonly #batch = new Int32Array(WORDS_PER_TRADE * TRADES_PER_BATCH)
  readonly #symbols = new Map<string, number>()
  #used = 0
  #lastSymbol = ''
  #lastNumber = -1

  /** Uses the low 32 bits of amounts and times, in which different runs would differ. */
  add(trade: RoundTrip): void {
    const batch = this.#batch
    const at = this.#used
    batch[at] = this.#symbolNumber(trade.symbol)
    batch[at + 1] = EXIT_CODES[trade.exitReason]
    batch[at + 2] = trade.side === 'LONG' ? trade.quantity : -trade.quantity
    batch[at + 3] = trade.entryAtMs
    batch[at + 4] = trade.entryPricePaise
    batch[at + 5] = trade.exitAtMs
    batch[at + 6] = trade.exitPricePaise
    batch[at + 7] = trade.chargesPaise
    this.#used = at + WORDS_PER_TRADE
    if (this.#used === batch.length) this.#flush()
  }

  /** Finishes the list of trades. */
  digest(): string {
    this.#flush()
    for (const symbol of this.#symbols.keys()) this.#print.addText(symbol)
    return this.#print.digest()
  }

  #flush(): void {
    this.#print.addColumn(this.#batch.subarray(0, this.#used))
    this.#used = 0
  }

  /** Symbols are numbered in the order of their first trade. */
  #symbolNumber(symbol: string): number {
    if (symbol === this.#lastSymbol) return this.#lastNumber
    const number = this.#symbols.get(symbol) ?? this.#symbols.size
    this.#symbols.set(symbol, number)
    this.#lastSymbol = symbol
    this.#lastNumber = number
    return number
  }
}
