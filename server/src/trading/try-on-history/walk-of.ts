import type { BacktestReport, BacktestTrade } from '@trading-bot/contract/rest/trading/bot-config'
import type { Walk } from '@trading-bot/contract/rest/trading/history-runs'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'

/** The last day of a run as decisions on a chart: of a longer run, made when results were shown, as well. */
export function walkOf({ symbols, rule, market, candles, trades, until }: BacktestReport): Walk {
  const day = dayOf(until)
  return {
    day,
    symbol: symbols[0] ?? '',
    rule,
    market,
    candles: candles.filter(([time]) => dayOf(time) === day),
    decisions: trades
      .flatMap(decisionsOf)
      .filter(({ at }) => dayOf(at) === day)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  }
}

function decisionsOf(trade: BacktestTrade): Walk['decisions'] {
  const { symbol, side, entry_time, entry_reason, exit_time, exit_reason } = trade
  return [
    { at: entry_time, symbol, side, kind: 'ENTRY', reason: entry_reason },
    { at: exit_time, symbol, side, kind: 'EXIT', reason: exit_reason },
  ]
}

function dayOf(time: string): string {
  return isoDay(indiaDayNumber(Date.parse(time)))
}
