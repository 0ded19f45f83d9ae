// How backtests and the paper broker fill orders. The text appears on every report.

import type { Checked } from '../checked.ts'
import { accept, refuse } from '../checked.ts'

/** Without the optional rules every order fills whole, at once, and a touched target counts: the paper broker's view. */
export type FillModel = {
  /** Added to the price of buys and subtracted from the price of sells, for market and stop orders. */
  readonly slippageBps: number
  /** Market and stop orders slip by this share of the minute's range as well, so that wild minutes cost more. */
  readonly rangeSlippagePercent?: number
  /** Orders take at most this share of a minute's volume. */
  readonly maxVolumePercent?: number
  /** A target fills only when the price trades beyond it: at the touch others stand in front of us. */
  readonly mustTradeThrough?: boolean
  /** Nothing fills against a minute that is locked at a circuit. */
  readonly stopsAtCircuits?: boolean
}

/** The slippage that the platform expects of a market order, on paper and in limits. */
export const EXPECTED_FILLS: FillModel = { slippageBps: 2 }

/** Fills one may believe without having been in the market: tests, gate, backtests and sweeps. */
export const CAUTIOUS_FILLS: FillModel = {
  ...EXPECTED_FILLS,
  rangeSlippagePercent: 10,
  maxVolumePercent: 10,
  mustTradeThrough: true,
  stopsAtCircuits: true,
}

/** The same fills with so many times the slippage. */
export function dearerFills(model: FillModel, times: number): FillModel {
  const { slippageBps, rangeSlippagePercent = 0 } = model
  return { ...model, slippageBps: slippageBps * times, rangeSlippagePercent: rangeSlippagePercent * times }
}

const RANGES = {
  slippageBps: { min: 0, max: 1_000 },
  rangeSlippagePercent: { min: 0, max: 100 },
  maxVolumePercent: { min: 0.1, max: 100 },
} as const

export function checkFillModel(model: FillModel): Checked<FillModel, 'FILL_MODEL_OUT_OF_RANGE'> {
  for (const [field, { min, max }] of Object.entries(RANGES)) {
    const value = model[field as keyof typeof RANGES]
    if (value === undefined && field !== 'slippageBps') continue
    const isInside = value !== undefined && Number.isFinite(value) && value >= min && value <= max
    if (!isInside) return refuse('FILL_MODEL_OUT_OF_RANGE', field, `${field} must be from ${min} to ${max}.`)
  }
  return accept(model)
}

export function describeFillModel(model: FillModel): readonly string[] {
  const { slippageBps, rangeSlippagePercent = 0, maxVolumePercent, mustTradeThrough, stopsAtCircuits } = model
  const range = rangeSlippagePercent === 0 ? '' : ` and by ${rangeSlippagePercent} % of the minute's range`
  return [
    'Orders, stops and targets walk one-minute bars. A decision is taken at the close of a bar and filled at the open of ' +
      'the next minute of the same symbol.',
    `Market and stop orders slip by ${slippageBps} basis points${range} against us, rounded to the next worse tick.`,
    ...(maxVolumePercent === undefined
      ? []
      : [
          `Orders take at most ${maxVolumePercent} % of a minute's volume, in whole lots: exits first, then entries, then ` +
            'stops and targets. What an entry does not get at once lapses; an exit, and a stop that was reached, goes on ' +
            'at the open of the next minutes, while a target stays where it is.',
        ]),
    'A stop or target is watched from the entry minute on. A minute that opens beyond one of them fills it at the open; ' +
      'when one minute reaches both, the stop is assumed to come first. A target fills at its level, without slippage' +
      (mustTradeThrough ? ', once the price trades beyond it; a touch is not enough. A ' : '. A ') +
      'trailing stop follows the best price of the minutes before.',
    'An entry with a limit never fills at a worse price. It holds for the minute after the decision: it fills at the open ' +
      'if that is ' +
      (mustTradeThrough
        ? 'beyond its limit, with slippage up to the limit, else at its limit once the price trades beyond it'
        : 'at its limit or better, with slippage up to the limit, else at its limit once the price reaches it') +
      '. Of a minute in which it filled at its limit only the stop is watched, since the rest came before or is not known.',
    'A stop or target that a strategy names with an entry counts besides those of the settings: the nearer one closes.',
    'A signal for the other side closes the position and opens the new one in the same minute, with the capital that ' +
      'becomes free; where the old one cannot leave, the new one lapses.',
    'An exit that was decided keeps its reason until it is done, whatever else is reached meanwhile, and its stop and ' +
      'target no longer count.',
    ...(stopsAtCircuits
      ? [
          'Nothing fills at a circuit: in a minute with a single price, 4.75 to 20.5 % above the last session’s close, ' +
            'nobody sells to us, and as far below it nobody buys.',
        ]
      : []),
    'Quantities are whole shares in whole lots, sized at the price of the decision; prices lie on ticks.',
    'An entry that finds no minute before the square-off time of its session lapses. Open positions are closed at the ' +
      'open of the first minute at or after the square-off time.',
    'Limits on loss and profit are compared at every close with what the account would have made if everything were ' +
      'closed then, net of charges and slippage. A limit that is reached closes everything at the next open.',
    "What is open at a symbol's last minute is closed at its close.",
    'Charges are those of the day of each order and are booked when the position is closed.',
  ]
}
