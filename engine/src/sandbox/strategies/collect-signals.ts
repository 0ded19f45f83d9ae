import type { Checked } from '@trading-bot/core/checked'
import { checkBars } from '@trading-bot/core/check-bars'
import type { BacktestSymbol } from '@trading-bot/core/backtest/backtest-input'
import type { TradingRules } from '@trading-bot/core/trading/trading-rules'
import type { ModelRules, ScriptNote } from '@trading-bot/contract/bot-wire/frames'
import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import { INTERVAL_MS } from '@trading-bot/core/intervals/interval'
import { EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import type { OrderTerms } from '@trading-bot/core/trading/order-terms'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type {
  ScriptFailure,
  ScriptLimits,
  ScriptReady,
  ScriptRows,
  ScriptRunner,
  ScriptSession,
  ScriptSources,
  ScriptWarning,
} from '../../ports.ts'
import { chunkEnd, type MergedRows, rowsOfSymbols, sliceRows } from './rows-of-symbols.ts'
import type { ScriptLoad, ScriptSource } from '../script-load.ts'

export type ScriptRun = ScriptSource & {
  readonly parameters: ParameterValues
  readonly rules: TradingRules
  /** The script's model account, where it has other rules than the run. */
  readonly model?: ModelRules
  readonly symbols: readonly BacktestSymbol[]
  /** Bars before the first traded one, for scripts that request candles. */
  readonly history?: readonly BacktestSymbol[]
  /** For scripts that ask for candles from before all these bars. */
  readonly candles?: ScriptSources['candles']
  readonly limits: ScriptLimits
  /** Notes every order and print with its line, which makes the script slower. */
  readonly hasNotes?: boolean
  /** Printed lines begin with the time of their bar. */
  readonly hasStamps?: boolean
  /** Bars of the first symbol at which a chart shows what the script plots. */
  readonly plotsAt?: readonly number[]
  /** Rows of what a script of whole histories computed may be asked for. */
  readonly hasRows?: boolean
  /** A script of whole histories is given the bars one by one, as live. */
  readonly isLive?: boolean
  /** The bars that it is given then. */
  readonly window?: number
  /** Rows per step, set by measurements only. */
  readonly chunkRows?: number
  /** Asked while the run waits for a place; false cancels it. */
  readonly isWanted?: () => boolean
  /** Called when the script has what it decides about first: what is done then costs no time. */
  readonly onDeciding?: () => void
  /** Called after every chunk; returning false cancels the run. */
  readonly onProgress?: (rowsDone: number, rowsTotal: number) => boolean
}

export type CollectedSignals = {
  readonly kind: 'signals'
  /** Signal bits of every bar, by symbol. */
  readonly signals: readonly Uint8Array[]
  /** Quantities and prices that the script named with its orders, by symbol and bar. */
  readonly sizes: readonly ReadonlyMap<number, OrderTerms>[]
  readonly style: ScriptReady['style']
  /** With a value for each of the bars that the run names. */
  readonly plots: readonly PlotSeries[]
} & WhatItDid

export type WhatItDid = {
  readonly output: string
  readonly warnings: readonly ScriptWarning[]
  /** Empty unless the run asked for them. */
  readonly notes: readonly ScriptNote[]
}
export type CollectFailure = ScriptFailure & WhatItDid

const EXITS = EXIT_LONG | EXIT_SHORT
const CHUNK_ROWS = 65_536

/** Runs a script over complete columns in chunks and collects its signals. Null if the run was cancelled. */
export async function collectSignals(
  runner: ScriptRunner<ScriptLoad>,
  run: ScriptRun,
): Promise<CollectedSignals | CollectFailure | null> {
  const { rules, symbols } = run
  const checked = symbols.map(({ bars, traits }) => ({ bars: sound(checkBars(bars)), traits }))
  const { calendar, interval } = rules
  const merged = rowsOfSymbols(checked, { calendar, interval, untilMs: Infinity })
  const { rows } = merged
  const startMs = rows.timeMs[0] ?? 0
  const options = { ...pastOnly(run, startMs), ...(run.isWanted && { isWanted: run.isWanted }) }
  const session = runner.open(loadOf(run, startMs), run.limits, options)
  if (session === null) return { ...refusal(runner.sandbox.sentence), output: '', warnings: [], notes: [] }
  try {
    const ready = await session.load()
    if (run.isWanted?.() === false) return null
    if (ready.kind === 'failed') return { ...ready, ...whatItDid(session) }
    if (ready.style === 'loop' && run.history !== undefined && run.history.length > 0) {
      const past = run.history.map(({ bars, traits }) => ({ bars: sound(checkBars(bars)), traits }))
      const { rows: before } = rowsOfSymbols(past, { calendar, interval, untilMs: startMs })
      const answer = await session.step(before, 'history')
      if (answer.kind === 'failed') return { ...answer, ...whatItDid(session) }
    }
    if (ready.style === 'frame' && !run.isLive) return await collectFrames(session, run, merged)
    const all = new Uint8Array(rows.timeMs.length)
    const sizes = new Map<number, OrderTerms>()
    let plotted = 0
    for (let first = 0; first < all.length; ) {
      const end = chunkEnd(rows, first, run.chunkRows ?? CHUNK_ROWS)
      const stepped = session.step(sliceRows(rows, first, end), 'trade')
      if (first === 0) run.onDeciding?.()
      const answer = await stepped
      if (answer.kind === 'failed') return { ...answer, ...whatItDid(session) }
      all.set(answer.signals, first)
      plotted = answer.plots
      for (const [row, size] of answer.sizes) sizes.set(first + row, size)
      first = end
      if (run.onProgress?.(first, all.length) === false) return null
    }
    const plots = await plotsOf(session, plotted, run, merged)
    if ('kind' in plots) return { ...plots, ...whatItDid(session) }
    const stopped = await session.stop()
    if (stopped !== null) return { ...stopped, ...whatItDid(session) }
    return { kind: 'signals', ...bySymbol(all, sizes, merged), style: ready.style, plots, ...whatItDid(session) }
  } finally {
    await session.kill()
  }
}

/** Once over everything. */
async function collectFrames(
  session: ScriptSession,
  run: ScriptRun,
  merged: MergedRows,
): Promise<CollectedSignals | CollectFailure | null> {
  const { rows } = merged
  const until = rows.timeMs.length
  const failure = await giveHistory(session, rows, run)
  if (failure !== null) return { ...failure, ...whatItDid(session) }
  if (run.onProgress?.(0, until) === false) return null
  const computed = session.compute({ until })
  run.onDeciding?.()
  const answer = await computed
  if (answer.kind === 'failed') return { ...answer, ...whatItDid(session) }
  const plots = await plotsOf(session, answer.plots, run, merged)
  if ('kind' in plots) return { ...plots, ...whatItDid(session) }
  const stopped = await session.stop()
  if (stopped !== null) return { ...stopped, ...whatItDid(session) }
  if (run.onProgress?.(until, until) === false) return null
  const { signals, sizes } = bySymbol(answer.signals, answer.sizes, merged)
  return { kind: 'signals', signals, sizes, style: 'frame', plots, ...whatItDid(session) }
}

/** At the rows on which the bars end, so that what crosses does not grow with the length of the history. */
async function plotsOf(
  session: ScriptSession,
  plotted: number,
  { plotsAt = [] }: ScriptRun,
  { endOf }: MergedRows,
): Promise<readonly PlotSeries[] | ScriptFailure> {
  const [ends] = endOf
  if (plotted === 0 || plotsAt.length === 0 || ends === undefined) return []
  return session.plots(Uint32Array.from(plotsAt, (bar) => ends[bar]!))
}

/** In parts, so that no frame grows with the length of the history. */
export async function giveHistory(
  session: ScriptSession,
  rows: ScriptRows,
  { chunkRows = CHUNK_ROWS }: Pick<ScriptRun, 'chunkRows'>,
): Promise<ScriptFailure | null> {
  for (let first = 0; first < rows.timeMs.length; ) {
    const end = chunkEnd(rows, first, chunkRows)
    const failure = await session.give(sliceRows(rows, first, end))
    if (failure !== null) return failure
    first = end
  }
  return null
}

function whatItDid(session: ScriptSession): WhatItDid {
  return { output: session.output(), warnings: session.warnings(), notes: session.notes() }
}

/** A script never learns more than it would have known: what it asks for ends before its own first bar. */
function pastOnly({ candles, history = [] }: ScriptRun, startMs: number): ScriptSources {
  if (!candles) return {}
  const firstMs = Math.min(startMs, ...history.map(({ bars }) => bars.timeMs[0] ?? startMs))
  return { candles: (wanted) => candles({ ...wanted, untilMs: Math.min(wanted.untilMs, firstMs) }) }
}

/** By minutes with trades: what is decided in the silent minute that ends a bar waits for the next trade as well. */
export function bySymbol(all: Uint8Array, sizes: ReadonlyMap<number, OrderTerms>, { rowOf, endOf }: MergedRows) {
  // Every minute is a row of its own where one symbol is never silent, as in a million one-minute bars.
  const isPlain = rowOf.length === 1 && rowOf[0] === endOf[0]
  const signals = isPlain
    ? [all]
    : rowOf.map((rows, index) => Uint8Array.from(rows, (row, at) => all[row]! | all[endOf[index]![at]!]!))
  const named = rowOf.map((rows, index) => {
    const found = new Map<number, OrderTerms>()
    if (sizes.size === 0) return found
    rows.forEach((row, at) => {
      const end = endOf[index]![at]!
      const terms = end === row ? sizes.get(row) : joinTerms(all[row]!, sizes.get(row), all[end]!, sizes.get(end))
      if (terms !== undefined) found.set(at, terms)
    })
    return found
  })
  return { signals, sizes: named }
}

/** What a bar names with a later one of no trades: parts add up, and a whole exit beside one closes all. */
function joinTerms(
  signal: number,
  terms: OrderTerms | undefined,
  nextSignal: number,
  next: OrderTerms | undefined,
): OrderTerms | undefined {
  if (!terms?.part && !next?.part) return next ?? terms
  if ((!terms?.part && signal & EXITS) || (!next?.part && nextSignal & EXITS)) return undefined
  if (!terms?.part || !next?.part) return terms?.part ? terms : next
  const { part: first } = terms
  const { part: second } = next
  return {
    part: { quantity: first.quantity * second.of + second.quantity * first.of, of: first.of * second.of },
  }
}

export function loadOf(run: ScriptRun, startMs: number): ScriptLoad {
  return {
    code: run.code,
    filename: run.filename,
    ...(run.files && { files: run.files }),
    parameters: run.parameters,
    instruments: run.symbols.map(({ instrument }) => ({
      symbol: instrument.symbol,
      token: instrument.token,
      tick_paise: instrument.tickPaise,
      lot_size: instrument.lotSize,
    })),
    rules: run.model ?? modelRules(run.rules),
    bar_ms: INTERVAL_MS[run.rules.interval],
    start_ms: startMs,
    seed: 1,
    ...(run.hasNotes && { notes: true }),
    ...(run.hasStamps && { stamps: true }),
    ...(run.hasRows && { rows: true }),
    ...(run.plotsAt?.length && { plots: true }),
    ...(run.window !== undefined && { window: run.window }),
  }
}

/** The script's model account uses the rules of the backtest. */
export function modelRules({ capital, limits, fillModel }: TradingRules): ModelRules {
  const perSymbol = capital.perSymbolPaise === undefined ? {} : { per_symbol_paise: capital.perSymbolPaise }
  return {
    capital:
      'longCapitalPaise' in capital
        ? { long_capital_paise: capital.longCapitalPaise, short_capital_paise: capital.shortCapitalPaise, ...perSymbol }
        : { capital_paise: capital.capitalPaise, ...perSymbol },
    limits: {
      max_entries_per_day: limits.maxEntriesPerDay,
      max_loss_per_day_paise: limits.maxLossPerDayPaise,
      max_profit_per_day_paise: limits.maxProfitPerDayPaise,
      max_quantity: limits.maxQuantity,
      stop_loss_bps: limits.stopLossBps,
      target_bps: limits.targetBps,
    },
    slippage_bps: fillModel.slippageBps,
    range_slippage_percent: fillModel.rangeSlippagePercent ?? 0,
    max_volume_percent: fillModel.maxVolumePercent ?? null,
    must_trade_through: fillModel.mustTradeThrough ?? false,
    stops_at_circuits: fillModel.stopsAtCircuits ?? false,
  }
}

function refusal(error: string): ScriptFailure {
  return { kind: 'failed', failure: 'died', error, line: null, trace: '', missing: [] }
}

// The kernel checks bars and refuses invalid ones before a script gets them, so a failure here is a bug.
export function sound<T>(checked: Checked<T, string>): T {
  if (!checked.ok) throw new Error(checked.refusal.sentence)
  return checked.value
}
