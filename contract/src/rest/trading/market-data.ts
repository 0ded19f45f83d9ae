// Market data: the history store, its coverage, the fetch from the broker, imported files and corporate actions.
import { ACTION_KINDS } from '@trading-bot/core/history/adjust-bars'
import { FINDINGS, type FindingKind } from '@trading-bot/core/history/inspect-day'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, Message, paging, queryNumber, required, Rupees, Time, dayInput } from '../shapes.ts'
import { BarInterval } from './bar-interval.ts'

const Day = dayInput('Choose a day')
const Symbol = z.string('Choose a symbol').check(z.trim(), z.minLength(1, 'Choose a symbol'), z.maxLength(40))
const FROM_BEFORE_UNTIL = { path: ['until'], error: 'The last day must not be before the first' }

export const DayStatus = z.enum(['complete', 'partial', 'suspect'])
export const BarSource = z.enum(['broker', 'file', 'feed'])
export const MarketFinding = z.object({
  kind: z.enum(Object.keys(FINDINGS) as [FindingKind, ...FindingKind[]]),
  text: z.string(),
  count: z.int(),
  /** The first minutes concerned. */
  times: z.array(Time),
})
export type MarketFinding = z.infer<typeof MarketFinding>

/** A day in the coverage map: one letter each, so that fifty symbols over a year are a small answer. */
export const COVERAGE_LETTERS = { c: 'complete', p: 'partial', s: 'suspect', m: 'missing', '-': 'closed' } as const

/** What a test ran on, printed in its report. */
export const DataUsed = z.object({
  /** Where the bars came from, in words. */
  words: z.string(),
  is_simulated: z.boolean(),
  /** Printed wherever the prices were invented; null for real ones. */
  warning: z.nullable(z.string()),
  /** Days by source: broker, file, feed, simulated. */
  sources: z.record(z.string(), z.int()),
  complete_days: z.int(),
  partial_days: z.int(),
  /** Days of symbols that were left out because they are missing or suspect, at most fifty. */
  left_out: z.array(z.object({ symbol: z.string(), day: Day, status: z.enum(['missing', 'suspect']) })),
  left_out_total: z.int(),
  /** Equal for equal bars. */
  hash: z.string(),
})
export type DataUsed = z.infer<typeof DataUsed>

/** Beside the days of a backtest or sweep. */
export const DataChoice = {
  /** Also with days that are missing or suspect; they are left out and listed in the report. */
  allow_partial: z._default(z.boolean(), false),
  /** Stored history unless the simulated market is asked for; in the demo the latter while nothing is stored. */
  market: z.optional(z.enum(['stored', 'simulated'])),
}

export const readCoverage = call({
  method: 'GET',
  path: '/admin/market-data/coverage/',
  access: 'admin',
  summary: 'Which days of which symbols are stored: complete, partial, suspect or missing.',
  query: z.strictObject({
    from: Day,
    until: Day,
    search: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    page: paging.page,
    page_size: z._default(queryNumber({ min: 1, max: 100 }), 50),
  }),
  answer: z.object({
    /** Days of the range on which the market was open. */
    days: z.array(Day),
    symbols: z.array(
      z.object({
        symbol: z.string(),
        token: z.string(),
        name: z.string(),
        /** One letter a day: c complete, p partial, s suspect, m missing, - closed. */
        letters: z.string(),
        bars: z.int(),
        sources: z.array(BarSource),
      }),
    ),
    /** Active symbols that match, on all pages. */
    total: z.int(),
  }),
})
export type Coverage = z.infer<typeof readCoverage.answer>

export const StoredBar = z.tuple([Time, Rupees, Rupees, Rupees, Rupees, z.number()])
export const readMarketDay = call({
  method: 'GET',
  path: '/admin/market-data/days/{token}/{day}/',
  access: 'admin',
  summary: 'One day of one symbol: its bars by source and everything that was found wrong with them.',
  params: z.strictObject({ token: z.string().check(z.maxLength(20)), day: Day }),
  query: z.strictObject({ interval: z._default(BarInterval, '1m') }),
  answer: z.object({
    symbol: z.string(),
    token: z.string(),
    day: Day,
    interval: BarInterval,
    /** The one that tests read; null if none is fit. */
    chosen: z.nullable(BarSource),
    sources: z.array(
      z.object({
        source: BarSource,
        status: DayStatus,
        findings: z.array(MarketFinding),
        sha256: z.string(),
        fetched_at: Time,
        adjusted_as_of: z.nullable(Day),
        /** One-minute bars that are stored. */
        bar_count: z.int(),
        /** Of the interval: time, open, high, low, close in rupees, volume. */
        bars: z.array(StoredBar),
      }),
    ),
    /** The feed's own bars beside the broker's; null where they were not compared. */
    comparison: z.nullable(
      z.object({
        equal_bars: z.int(),
        different_bars: z.int(),
        only_in_feed: z.int(),
        only_at_broker: z.int(),
        largest_bps: z.number(),
        compared_at: Time,
      }),
    ),
  }),
})
export type MarketDay = z.infer<typeof readMarketDay.answer>

export const HistoryFetch = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'finished', 'stopped', 'failed']),
  from: Day,
  until: Day,
  symbols: z.int(),
  symbols_done: z.int(),
  /** Days of symbols that were missing when it began. */
  days: z.int(),
  days_done: z.int(),
  days_stored: z.int(),
  calls: z.int(),
  calls_done: z.int(),
  /** Null until it has begun, and once it is over. */
  seconds_left: z.nullable(z.int()),
  /** Why it waits or ended. */
  sentence: z.string(),
  /** What the broker did not have, newest first, at most twenty lines. */
  problems: z.array(z.string()),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type HistoryFetch = z.infer<typeof HistoryFetch>

export const readHistoryFetch = call({
  method: 'GET',
  path: '/admin/market-data/fetch/',
  access: 'admin',
  summary: 'The newest fetch of history from the broker, with its progress.',
  answer: z.object({ fetch: z.nullable(HistoryFetch), can_fetch: z.boolean() }),
})
export const startHistoryFetch = call({
  method: 'POST',
  path: '/admin/market-data/fetch/',
  access: 'admin',
  summary:
    'Fetch the missing days of one-minute bars from the broker, newest first; all active symbols if none is named.',
  status: 202,
  body: z
    .strictObject({ symbols: z.optional(z.array(Symbol).check(z.maxLength(1_000))), from: Day, until: Day })
    .check(z.refine(({ from, until }) => from <= until, FROM_BEFORE_UNTIL)),
  answer: HistoryFetch,
})
export const stopHistoryFetch = call({
  method: 'POST',
  path: '/admin/market-data/fetch/stop/',
  access: 'admin',
  summary: 'Stop the fetch under way; what is stored stays.',
  answer: HistoryFetch,
})

export const CorporateActionForm = z.strictObject({
  symbol: Symbol,
  ex_day: Day,
  kind: z.enum(ACTION_KINDS, 'Choose what happened'),
  factor: z
    .number('Enter the factor')
    .check(z.gt(0, 'The factor must be above 0'), z.lte(1_000, 'The factor must be at most 1,000')),
  note: z._default(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')), ''),
})
export const CorporateActionView = z.object({
  id: Id,
  symbol: z.string(),
  token: z.string(),
  ex_day: Day,
  kind: z.enum(ACTION_KINDS),
  /** Prices before the ex-day are multiplied by this. */
  factor: z.number(),
  note: z.string(),
})
export type CorporateActionView = z.infer<typeof CorporateActionView>

export const listCorporateActions = call({
  method: 'GET',
  path: '/admin/market-data/actions/',
  access: 'admin',
  summary: 'Corporate actions, newest first, of one symbol or of all.',
  query: z.strictObject({ symbol: z.optional(Symbol) }),
  answer: z.array(CorporateActionView),
})
export const addCorporateAction = call({
  method: 'POST',
  path: '/admin/market-data/actions/',
  access: 'admin',
  summary: 'Add a corporate action, or change the factor of the one of that day; stored prices stay as they traded.',
  status: 201,
  body: CorporateActionForm,
  answer: CorporateActionView,
})
export const deleteCorporateAction = call({
  method: 'DELETE',
  path: '/admin/market-data/actions/{id}/',
  access: 'admin',
  summary: 'Remove a corporate action.',
  params: ById,
  answer: Message,
})
export const RowRefusal = z.object({ line: z.int(), reason: z.string() })
export const importCorporateActions = call({
  method: 'POST',
  path: '/admin/market-data/actions/import/',
  access: 'admin',
  summary: 'Read corporate actions from CSV (symbol, ex_day, kind, factor, note); with apply they are added.',
  body: z.strictObject({
    text: required('Paste the list or choose a file', { max: 500_000, hasLines: true }),
    apply: z._default(z.boolean(), false),
  }),
  answer: z.object({
    actions: z.array(z.omit(CorporateActionView, { id: true })),
    refusals: z.array(RowRefusal),
    is_applied: z.boolean(),
  }),
})

/** Choices beside an uploaded file. */
const FileChoices = z.strictObject({
  /** For a file without a column of symbols. */
  symbol: z.optional(Symbol),
  /** Of times without a zone. */
  zone: z._default(z.enum(['india', 'utc']), 'india'),
  /** The file's prices are adjusted for corporate actions up to today. */
  is_adjusted: z._default(z.enum(['true', 'false']), 'false'),
})

export const ImportPreview = z.object({
  format: z.enum(['csv', 'parquet', 'bhavcopy']),
  /** What each column of the file was taken for; null is not read. */
  columns: z.array(z.object({ name: z.string(), read_as: z.nullable(z.string()) })),
  interval: z.enum(['minute', 'day']),
  zone: z.string(),
  rows: z.array(
    z.object({
      line: z.int(),
      symbol: z.string(),
      time: Time,
      open: Rupees,
      high: Rupees,
      low: Rupees,
      close: Rupees,
      volume: z.number(),
    }),
  ),
  refusals: z.array(RowRefusal),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** Ten million rows of CSV are about 600 MB. */
export const BAR_FILE_LIMIT_MB = 2_048

export const previewBarFile = call({
  method: 'POST',
  path: '/admin/market-data/import/preview/',
  access: 'admin',
  summary: 'What is understood of a CSV or Parquet file of bars, by its first rows; nothing is stored.',
  query: FileChoices,
  consumes: 'file',
  fileLimitMb: BAR_FILE_LIMIT_MB,
  answer: ImportPreview,
})
export const BarImport = z.object({
  message: z.string(),
  format: ImportPreview.shape.format,
  interval: ImportPreview.shape.interval,
  rows: z.int(),
  symbols: z.int(),
  days_stored: z.int(),
  days_unchanged: z.int(),
  days_partial: z.int(),
  days_suspect: z.int(),
  refused: z.int(),
  /** The first hundred refused rows. */
  refusals: z.array(RowRefusal),
})
export type BarImport = z.infer<typeof BarImport>
export const importBarFile = call({
  method: 'POST',
  path: '/admin/market-data/import/',
  access: 'admin',
  summary: 'Store the bars of a CSV or Parquet file, read as a stream and applied in one transaction.',
  query: FileChoices,
  consumes: 'file',
  fileLimitMb: BAR_FILE_LIMIT_MB,
  answer: BarImport,
})
