import type { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import type { MarketSeed } from '@trading-bot/core/simulated-market/market-seed'
import { isoDay } from '@trading-bot/core/time'
import type { History } from '../../market-data/index.ts'

const MOST_LEFT_OUT = 50
const SAYS_NOTHING = 'Simulated market: says nothing about profit'
const NAMES = { broker: 'the broker', file: 'files', feed: 'the feed' } as const

/** What the bars are worth, for the report. */
export function dataUsed({ symbols, isSimulated, marketSeed, dataHash }: History): DataUsed {
  const all = symbols.flatMap(({ instrument, days }) => days.map((one) => ({ symbol: instrument.symbol, ...one })))
  const sources: Record<string, number> = {}
  for (const { source } of all) if (source !== null) sources[source] = (sources[source] ?? 0) + 1
  const leftOut = all.flatMap(({ symbol, day, source, status }) =>
    source === null && (status === 'missing' || status === 'suspect') ? [{ symbol, day: isoDay(day), status }] : [],
  )
  const used = all.filter(({ source }) => source !== null)
  return {
    words: marketSeed ? seedWords(marketSeed) : wordsOf(sources, isSimulated),
    is_simulated: isSimulated,
    warning: isSimulated ? SAYS_NOTHING : null,
    sources,
    complete_days: used.filter(({ status }) => status === 'complete').length,
    partial_days: used.filter(({ status }) => status === 'partial').length,
    left_out: leftOut.slice(0, MOST_LEFT_OUT),
    left_out_total: leftOut.length,
    hash: dataHash,
  }
}

function seedWords({ seed, generator }: Required<MarketSeed>): string {
  return `Simulated NSE market, one-minute bars, seed ${seed}, generator ${generator}`
}

function wordsOf(sources: Readonly<Record<string, number>>, isSimulated: boolean): string {
  const named = Object.entries(NAMES).flatMap(([source, name]) => {
    const days = sources[source]
    return days === undefined ? [] : [`${days.toLocaleString('en-IN')} days from ${name}`]
  })
  const market = isSimulated ? 'Simulated exchange' : 'NSE'
  return `${market}, one-minute bars: ${named.join(', ') || 'no days'}`
}

/** The data in one line, as screens and outputs print it. */
export function dataLine({ words, warning, partial_days, left_out_total, hash }: DataUsed): string {
  const coverage = [
    ...(partial_days > 0 ? [`${partial_days} partial`] : []),
    ...(left_out_total > 0 ? [`${left_out_total} left out`] : []),
  ]
  const parts = [words, ...coverage, `data ${hash.slice(0, 12)}`].join(', ')
  return warning === null ? parts : `${parts}. ${warning}`
}
