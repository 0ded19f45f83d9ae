// How backtests and the paper broker fill orders. The text appears on every report.

import type { Checked } from '../checked.ts'
import { accept, refuse } from '../checked.ts'

export type FillModel = {
  /** Added to the price of buys and subtracted from the price of sells, for market and stop orders. */
  readonly slippageBps: number
}

/** The slippage that the platform expects of a market order, in trials, on paper and in limits. */
export const EXPECTED_FILLS: FillModel = { slippageBps: 2 }

const MAX_SLIPPAGE_BPS = 1_000

export function checkFillModel(model: FillModel): Checked<FillModel, 'SLIPPAGE_OUT_OF_RANGE'> {
  const { slippageBps } = model
  const isInside = Number.isFinite(slippageBps) && slippageBps >= 0 && slippageBps <= MAX_SLIPPAGE_BPS
  return isInside
    ? accept(model)
    : refuse('SLIPPAGE_OUT_OF_RANGE', 'slippageBps', `slippageBps must be from 0 to ${MAX_SLIPPAGE_BPS}.`)
}

export function describeFillModel(model: FillModel): readonly string[] {
  return [
    'A decision is taken at the close of a bar and filled at the open of the next bar of the same symbol.',
    `Market and stop orders slip by ${model.slippageBps} basis points against us, rounded to the next worse tick.`,
    'A stop or target is watched from the entry bar on. A bar that opens beyond one of them fills it at the open; when ' +
      'one bar reaches both, the stop is assumed to come first. A target fills at its level, without slippage. A ' +
      'trailing stop follows the best price of the bars before.',
    'Quantities are whole shares in whole lots, sized at the price of the decision; prices lie on ticks.',
    'An entry that finds no bar before the square-off time of its session lapses. Open positions are closed at the open ' +
      'of the first bar at or after the square-off time.',
    'Limits on loss and profit are compared at every close with what the account would have made if everything were ' +
      'closed then, net of charges and slippage. A limit that is reached closes everything at the next open.',
    "What is open at a symbol's last bar is closed at its close.",
    'Charges are those of the day of each order and are booked when the position is closed.',
  ]
}
