import { type ExchangeAnswer, refuseWith } from '../../exchange-refusal.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const SECURE = '/rest/secure/angelbroking'
const noData = (): ExchangeAnswer<unknown> => refuseWith('AB9019')
const unavailable = (): ExchangeAnswer<unknown> => refuseWith('AB1004')

/**
 * Calls that bots of equities have no use for. This exchange lists no derivatives, so that their figures do not exist;
 * electronic authorisation of sales belongs to accounts without a power of attorney, which ours have.
 */
export const OTHER_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${SECURE}/historical/v1/getOIData`]: {
    method: 'POST',
    limit: 'candles',
    answer: () => ({ ok: true, value: [] }),
  },
  [`${SECURE}/marketData/v1/optionGreek`]: { method: 'POST', limit: 'optionGreek', answer: noData },
  [`${SECURE}/marketData/v1/gainersLosers`]: { method: 'POST', limit: 'derivatives', answer: noData },
  [`${SECURE}/marketData/v1/OIBuildup`]: { method: 'POST', limit: 'derivatives', answer: noData },
  [`${SECURE}/marketData/v1/putCallRatio`]: { method: 'GET', limit: 'derivatives', answer: noData },
  [`${SECURE}/marketData/v1/nseIntraday`]: { method: 'GET', limit: 'intradayLists', answer: nseIntraday },
  [`${SECURE}/marketData/v1/bseIntraday`]: {
    method: 'GET',
    limit: 'intradayLists',
    answer: () => ({ ok: true, value: [] }),
  },
  [`${SECURE}/edis/v1/verifyDis`]: { method: 'POST', limit: 'edis', answer: unavailable },
  [`${SECURE}/edis/v1/generateTPIN`]: { method: 'POST', limit: 'edis', answer: unavailable },
  [`${SECURE}/edis/v1/getTranStatus`]: { method: 'POST', limit: 'edis', answer: unavailable },
}

/** What may be traded within the day, and with which leverage. */
function nseIntraday({ wire: { exchange } }: RestCall): ExchangeAnswer<unknown> {
  const stocks = [...exchange.books.values()].filter(({ isIndex }) => !isIndex)
  const value = stocks.map(({ quote }) => ({
    Exchange: 'NSE',
    SymbolName: quote.instrument.symbol.replace(/-EQ$/, ''),
    Multiplier: exchange.rules.intradayLeverage.toFixed(1),
  }))
  return { ok: true, value }
}
