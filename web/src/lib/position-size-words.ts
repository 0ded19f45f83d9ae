import { roundTripCost } from '@trading-bot/core/charges/round-trip-cost'
import { formatRupees } from '@trading-bot/core/money'
import { expectedCostBps, leastMoveBps } from '@trading-bot/core/trading/expected-cost'

/** Where a form asks for a quantity although the capital sizes every position. */
export const QUANTITY_NOTE = 'Not used while a capital is set: the capital sizes each position.'

/** Before a capital is chosen. */
const ASSUMED_CAPITAL = 50_000
// One hundred crore rupees is the largest order that charges are known for.
const MOST_RUPEES = 1_000_000_000

/** What entering and leaving one position costs, beside the capital that sizes it; null while no amount is typed. */
export function roundTripWords(capital: number | string, symbols = 1): string | null {
  const rupees = positionOf(capital, symbols)
  if (rupees === null) return null
  const charges = roundTripCost(Date.now(), rupees * 100)
  const bps = expectedCostBps(Date.now(), rupees * 100)
  const position = symbols > 1 ? `A position of ${formatRupees(rupees)} (${symbols} symbols share it)` : 'A position'
  return `${position} costs about ${bps.toFixed(1)} basis points to enter and leave: ${formatRupees(charges.paise / 100)} in charges, and slippage.`
}

type Moves = {
  readonly stop: number | string
  readonly target: number | string
  /** Of one side, where there are two. Empty: not chosen yet. */
  readonly capital: number | string
  /** They share the capital. */
  readonly symbols: number
}

/** Why a stop or target, in percent, is too near to pay for a round trip; null where neither is, or none is set. */
export function nearMoveWords({ stop, target, capital, symbols }: Moves): string | null {
  const rupees = positionOf(capital, symbols) ?? positionOf(ASSUMED_CAPITAL, symbols)
  if (rupees === null) return null
  const leastPercent = leastMoveBps(Date.now(), rupees * 100) / 100
  const isNear = (percent: number | string) => Number(percent) > 0 && Number(percent) < leastPercent
  const near = [isNear(stop) && `a stop loss of ${stop} %`, isNear(target) && `a target of ${target} %`].filter(Boolean)
  if (near.length === 0) return null
  const cost = (expectedCostBps(Date.now(), rupees * 100) / 100).toFixed(2)
  const least = (Math.ceil(leastPercent * 100) / 100).toFixed(2)
  const verb = near.length === 1 ? 'is' : 'are'
  return (
    `Entering and leaving a position of ${formatRupees(rupees)} costs about ${cost} % of it in charges and slippage. ` +
    `${near.join(' and ').replace(/^a/, 'A')} ${verb} less than four times that. Use ${least} % or more, or a larger capital.`
  )
}

function positionOf(capital: number | string, symbols: number): number | null {
  const rupees = Math.floor(Number(capital) / Math.max(symbols, 1))
  return rupees >= 1 && rupees <= MOST_RUPEES ? rupees : null
}
