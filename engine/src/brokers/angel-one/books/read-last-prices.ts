import type { Instrument } from '@trading-bot/core/instrument'
import type { Answer } from '../../../ports.ts'
import { type RequestContext, askFor } from '../requests/ask.ts'
import { asRow, asRows, paiseOf, textOf } from './loose-fields.ts'

const TOKENS_PER_CALL = 50

/** Last prices by token, fifty per call; tokens that the broker did not return are omitted. */
export async function readLastPrices(
  asking: RequestContext,
  instruments: readonly Instrument[],
): Promise<Answer<ReadonlyMap<string, number>>> {
  const prices = new Map<string, number>()
  for (let from = 0; from < instruments.length; from += TOKENS_PER_CALL) {
    const tokens = instruments.slice(from, from + TOKENS_PER_CALL).map(({ token }) => token)
    const body = { mode: 'LTP', exchangeTokens: { NSE: tokens } }
    const page = await askFor(asking, { endpoint: 'quote', body }, readFetched)
    if (page.kind !== 'answered') return page
    for (const [token, paise] of page.value) prices.set(token, paise)
  }
  return { kind: 'answered', value: prices }
}

function readFetched(data: unknown): ReadonlyMap<string, number> | null {
  const rows = asRows(asRow(data)?.['fetched'])
  if (!rows) return null
  const prices = new Map<string, number>()
  for (const row of rows) {
    const paise = paiseOf(row, 'ltp')
    if (paise !== null && paise > 0) prices.set(textOf(row, 'symbolToken'), paise)
  }
  return prices
}
