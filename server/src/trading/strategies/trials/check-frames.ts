// What the publish gate proves of a script of whole histories: that it does not look ahead, and that the bars it is given
// while it trades are enough. Both by asking it again about parts of the same bars.
import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { Gate } from '@trading-bot/contract/rest/trading/bot-code'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import { type FrameRun, openFrameRun } from '@trading-bot/engine/sandbox/strategies/open-frame-run'
import type { OrderTerms } from '@trading-bot/core/trading/order-terms'
import type { ScriptSignals } from '@trading-bot/engine/ports'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'
import { GATE_LIMITS } from './gate-limits.ts'
import type { Trial, TrialInput } from './trial-input.ts'

type Check = Gate['checks'][number]

const COLUMNS = [
  ['enter_long', ENTER_LONG],
  ['exit_long', EXIT_LONG],
  ['enter_short', ENTER_SHORT],
  ['exit_short', EXIT_SHORT],
] as const
const NAMED = [
  ['stop', (named?: OrderTerms) => priceText(named?.stopPaise)],
  ['target', (named?: OrderTerms) => priceText(named?.targetPaise)],
  ['exit_share', (named?: OrderTerms) => (named?.part ? `${named.part.quantity} of ${named.part.of}` : 'all')],
] as const
const MOST_CUTS = 60
const WINDOWS = [50, 100, 200, 400, 800, 1_500]
/** Live trading begins with as many past bars. */
const MOST_WINDOW = 1_500
const MOST_POINTS = 40
const INDIA_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Null for scripts of another style. */
export async function checkFrames(
  scripts: Scripts,
  trial: Trial,
  { input, seen }: TrialInput,
): Promise<{ checks: Check[]; window: number | null } | null> {
  if (trial.runsAs !== 'python') return null
  const run = { ...scriptOf(trial), parameters: trial.parameters, rules: input, limits: GATE_LIMITS }
  const frames = await openFrameRun(scripts, { ...run, symbols: seen, hasRows: true })
  if (frames === null || frames.kind === 'other') return null
  if (frames.kind === 'failed')
    return { checks: [{ name: 'runs', label: 'Runs', passed: false, detail: frames.error }], window: null }
  try {
    const names = seen.map(({ instrument }) => instrument.symbol)
    const whole = await decidedBy(frames, { until: frames.rows.timeMs.length })
    const look = new Compared(frames, whole, names)
    const ahead = await checkLookAhead(look)
    // A script that looks ahead agrees with no window.
    if (!ahead.passed) return { checks: [ahead], window: null }
    const { check, window } = await checkWindow(look)
    return { checks: [ahead, check], window }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return { checks: [{ name: 'runs', label: 'Runs', passed: false, detail: error.message }], window: null }
  } finally {
    await frames.close()
  }
}

class Failed extends Error {}

async function decidedBy(frames: FrameRun, wanted: Parameters<FrameRun['decide']>[0]): Promise<ScriptSignals> {
  const decided = await frames.decide(wanted)
  if (decided.kind === 'failed') throw new Failed(decided.error)
  return decided
}

/** The first row and column in which a part of the history is decided otherwise than the whole of it. */
type Difference = { readonly row: number; readonly column: string; readonly part: string; readonly whole: string }

class Compared {
  readonly frames: FrameRun
  readonly whole: ScriptSignals
  readonly #names: readonly string[]

  constructor(frames: FrameRun, whole: ScriptSignals, names: readonly string[]) {
    this.frames = frames
    this.whole = whole
    this.#names = names
  }

  /** Rows with a signal, and others evenly between them. */
  points(most: number): number[] {
    const rows = [...this.whole.signals.keys()]
    const signals = thinned(
      rows.filter((row) => this.whole.signals[row] !== 0),
      most,
    )
    const others = thinned(rows, most)
    return [...new Set([...signals, ...others])].sort((a, b) => a - b)
  }

  /** Rows of one instant are known together. */
  endOf(row: number): number {
    const { timeMs } = this.frames.rows
    let end = row + 1
    while (end < timeMs.length && timeMs[end] === timeMs[row]) end++
    return end
  }

  async differenceAt(row: number): Promise<Difference | null> {
    const until = this.endOf(row)
    const part = await decidedBy(this.frames, { until })
    return this.#first(part, 0, until)
  }

  async differenceOfWindow(row: number, window: number): Promise<Difference | null> {
    const until = this.endOf(row)
    const part = await decidedBy(this.frames, { until, window })
    return this.#first(part, row, until)
  }

  place({ row, column }: Difference): string {
    const symbol = this.#names[this.frames.rows.symbol[row]!] ?? ''
    return `${column} of ${symbol} at the bar that closes ${INDIA_TIME.format(this.frames.rows.timeMs[row]! + 60_000)}`
  }

  /** The bar as it was when it was the newest, between the rows of the history or window that decided otherwise. */
  async rowsAround({ row }: Difference, window?: number): Promise<FrameRows | null> {
    const until = this.endOf(row)
    await decidedBy(this.frames, { until, ...(window !== undefined && { window }) })
    const part = await this.frames.rowsAt(row)
    await decidedBy(this.frames, { until: this.frames.rows.timeMs.length })
    const whole = await this.frames.rowsAt(row)
    if (part === null || whole === null || part.columns.join() !== whole.columns.join()) return whole
    const [then, now] =
      window === undefined ? ['as the newest bar', 'with later bars'] : [`over ${window} bars`, 'over all bars']
    return {
      ...whole,
      rows: whole.rows.flatMap((one) => {
        const before = part.rows.find(({ at_ms, is_marked }) => is_marked && at_ms === one.at_ms)
        return one.is_marked && before
          ? [
              { ...before, note: then },
              { ...one, note: now },
            ]
          : [one]
      }),
    }
  }

  #first(part: ScriptSignals, from: number, until: number): Difference | null {
    for (let row = from; row < until; row++) {
      const changed = part.signals[row]! ^ this.whole.signals[row]!
      if (changed !== 0) {
        const [column, bit] = COLUMNS.find(([, one]) => (changed & one) !== 0)!
        const isOn = (part.signals[row]! & bit) !== 0
        return { row, column, part: onOff(isOn), whole: onOff(!isOn) }
      }
      for (const [column, textOf] of NAMED) {
        const [inPart, inWhole] = [textOf(part.sizes.get(row)), textOf(this.whole.sizes.get(row))]
        if (inPart !== inWhole) return { row, column, part: inPart, whole: inWhole }
      }
    }
    return null
  }
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
const priceText = (paise: number | undefined) => (paise === undefined ? 'nothing' : (paise / 100).toFixed(2))

async function checkLookAhead(look: Compared): Promise<Check> {
  const label = 'No look-ahead'
  const cuts = look.points(MOST_CUTS)
  for (const [index, cut] of cuts.entries()) {
    const found = await look.differenceAt(cut)
    if (found === null) continue
    const first = await firstBetween(look, index === 0 ? 0 : cuts[index - 1]! + 1, cut, found)
    const detail = `${look.place(first)} is ${first.part} when it is the newest that is known, and ${first.whole} once later bars are there: the code looks at bars that are not over yet (shift(-1), or a figure of the whole column).`
    return { name: 'look_ahead', label, passed: false, detail, rows: await look.rowsAround(first) }
  }
  const detail = `Cut at ${cuts.length} bars, it decided the same about all bars before each.`
  return { name: 'look_ahead', label, passed: true, detail }
}

/** Bisects between a cut that agrees and one that differs. */
async function firstBetween(look: Compared, from: number, to: number, found: Difference): Promise<Difference> {
  let [low, high, best] = [from, to, found]
  while (low < high) {
    const middle = (low + high) >> 1
    const difference = await look.differenceAt(middle)
    if (difference === null) low = middle + 1
    else {
      best = difference
      high = middle
    }
  }
  return best
}

async function checkWindow(look: Compared): Promise<{ check: Check; window: number | null }> {
  const label = 'Window'
  const of = (passed: boolean, detail: string, rows: FrameRows | null = null) =>
    ({ name: 'warm_up', label, passed, detail, rows }) as const
  const stated = look.frames.window
  if (stated !== null && stated > MOST_WINDOW)
    return {
      check: of(false, `WINDOW is at most ${MOST_WINDOW} bars: live trading begins with as many.`),
      window: null,
    }
  const points = look.points(MOST_POINTS)
  const differs = async (window: number) => {
    for (const row of points) {
      const found = await look.differenceOfWindow(row, window)
      if (found !== null) return found
    }
    return null
  }
  const ofStated = stated === null ? null : await differs(stated)
  if (stated !== null && ofStated === null)
    return { check: of(true, `The stated ${stated} bars decide as the whole history does.`), window: stated }
  let last: Difference | null = ofStated
  for (const window of WINDOWS.filter((one) => one > (stated ?? 0))) {
    const found = await differs(window)
    if (found !== null) {
      last = found
      continue
    }
    if (stated === null)
      return { check: of(true, `${window} bars decide as the whole history does; it trades on so many.`), window }
    const detail = `WINDOW = ${stated} is too short: over so many bars ${look.place(ofStated!)} is ${ofStated!.part}, over the whole history ${ofStated!.whole}. ${window} bars are enough.`
    return { check: of(false, detail, await look.rowsAround(ofStated!, stated)), window: null }
  }
  const detail = `No window of up to ${MOST_WINDOW} bars decides as the whole history does: over the newest ${WINDOWS.at(-1)} bars ${look.place(last!)} is ${last!.part}, over the whole history ${last!.whole}. A figure may not depend on how far back the history goes.`
  return { check: of(false, detail, await look.rowsAround(last!, MOST_WINDOW)), window: null }
}

function thinned(rows: readonly number[], most: number): number[] {
  const width = Math.max(1, Math.ceil(rows.length / most))
  return rows.filter((_, i) => i % width === width - 1 || i === rows.length - 1)
}
