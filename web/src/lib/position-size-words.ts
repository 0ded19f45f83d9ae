import { roundTripCost } from '@trading-bot/core/charges/round-trip-cost'
import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { formatRupees } from '@trading-bot/core/money'

/** Where a form asks for a quantity although the capital sizes every position. */
export const QUANTITY_NOTE = 'Not used while a capital is set: the capital sizes each position.'

// One hundred crore rupees is the largest order that charges are known for.
const MOST_RUPEES = 1_000_000_000

/** What entering and leaving one position costs, beside the capital that sizes it; null while no amount is typed. */
export function roundTripWords(capital: number | string, symbols = 1): string | null {
  const rupees = Math.floor(Number(capital) / Math.max(symbols, 1))
  if (!(rupees >= 1 && rupees <= MOST_RUPEES)) return null
  const charges = roundTripCost(Date.now(), rupees * 100)
  const bps = charges.bps + 2 * EXPECTED_FILLS.slippageBps
  const position = symbols > 1 ? `A position of ${formatRupees(rupees)} (${symbols} symbols share it)` : 'A position'
  return `${position} costs about ${bps.toFixed(1)} basis points to enter and leave: ${formatRupees(charges.paise / 100)} in charges, and slippage.`
}
