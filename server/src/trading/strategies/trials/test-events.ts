import type { ScriptNote } from '@trading-bot/contract/bot-wire/frames'
import type { TestEvent } from '@trading-bot/contract/rest/trading/bot-code'
import { describeReason } from '@trading-bot/core/describe-reason'
import { formatRupees } from '@trading-bot/core/money'
import { DENIALS } from '@trading-bot/core/risk/denial'
import type { RoundTrip } from '@trading-bot/core/round-trip'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { TrialDenial } from './run-trial.ts'

// Of very many events the first and the last are kept.
const MOST_OF_EACH_END = 750

type Seen = {
  readonly notes: readonly ScriptNote[]
  readonly trades: readonly RoundTrip[]
  readonly denials: readonly TrialDenial[]
}
type Timed = { readonly atMs: number; readonly event: TestEvent }

/** What happened in a test, in the order of time: the script's orders and prints, and what became of the orders. */
export function testEvents({ notes, trades, denials }: Seen): { events: TestEvent[]; events_total: number } {
  const orders = ordersBySymbol(notes)
  const all = [
    ...notes.map(noteEvent),
    ...trades.flatMap((trade) => tradeEvents(trade, orders.get(trade.symbol) ?? [])),
    ...denials.map((denial) => denialEvent(denial, orders.get(denial.symbol) ?? [])),
  ].sort((a, b) => a.atMs - b.atMs)
  const kept =
    all.length <= 2 * MOST_OF_EACH_END ? all : [...all.slice(0, MOST_OF_EACH_END), ...all.slice(-MOST_OF_EACH_END)]
  return { events: kept.map(({ event: one }) => one), events_total: all.length }
}

function ordersBySymbol(notes: readonly ScriptNote[]): Map<string, ScriptNote[]> {
  const found = new Map<string, ScriptNote[]>()
  for (const note of notes) {
    if (note.kind !== 'order' || note.symbol === null) continue
    const known = found.get(note.symbol)
    if (known) known.push(note)
    else found.set(note.symbol, [note])
  }
  return found
}

/** The newest order of these kinds that was placed by then: decisions come before their fills. */
function orderBefore(orders: readonly ScriptNote[], atMs: number, bits: number): ScriptNote | undefined {
  return orders.findLast((order) => order.at_ms <= atMs && (order.bits & bits) !== 0)
}

function noteEvent({ kind, at_ms, line, file, symbol, bits, quantity, text }: ScriptNote): Timed {
  const words = kind === 'order' ? orderWords(bits, quantity) : text
  return event(kind, at_ms, { line, file, symbol, text: words })
}

function orderWords(bits: number, quantity: number | null): string {
  const parts = [
    bits & EXIT_LONG && bits & EXIT_SHORT ? 'close the position' : '',
    bits & EXIT_LONG && !(bits & EXIT_SHORT) ? 'close the long position' : '',
    bits & EXIT_SHORT && !(bits & EXIT_LONG) ? 'close the short position' : '',
    bits & ENTER_LONG ? 'enter long' : '',
    bits & ENTER_SHORT ? 'enter short' : '',
  ].filter((part) => part !== '')
  const size = quantity === null ? '' : `, ${shares(quantity)}`
  return `Asked to ${parts.join(' and ')}${size}.`
}

function tradeEvents(trade: RoundTrip, orders: readonly ScriptNote[]): Timed[] {
  const { symbol, quantity, entryAtMs, exitAtMs, exitReason } = trade
  const isLong = trade.side === 'LONG'
  const asked = orderBefore(orders, entryAtMs, isLong ? ENTER_LONG : ENTER_SHORT)
  const [entered, left] = isLong ? ['Bought', 'Sold'] : ['Sold short', 'Bought back']
  const { line, file } = placeOf(asked)
  const price = (paise: number) => formatRupees(paise / 100)
  const wanted = asked?.quantity ?? null
  // An order placed for another entry says nothing about this one.
  const isCut = wanted !== null && quantity < wanted && entryAtMs - asked!.at_ms <= MINUTE_MS
  const closing =
    exitReason === 'SIGNAL'
      ? orderBefore(orders, exitAtMs, isLong ? EXIT_LONG | ENTER_SHORT : EXIT_SHORT | ENTER_LONG)
      : undefined
  return [
    event('entry', entryAtMs, {
      line,
      file,
      symbol,
      text: `${entered} ${shares(quantity)} at ${price(trade.entryPricePaise)}.`,
    }),
    ...(isCut
      ? [
          event('cut', entryAtMs, {
            line,
            file,
            symbol,
            text: `Asked for ${shares(wanted)}, got ${shares(quantity)}: capital, limits or the minute’s volume allow no more.`,
          }),
        ]
      : []),
    event(exitReason === 'SQUARE_OFF' ? 'square_off' : 'exit', exitAtMs, {
      ...placeOf(closing),
      symbol,
      text: `${left} ${shares(quantity)} at ${price(trade.exitPricePaise)}, net ${price(trade.netPaise)}. ${describeReason(exitReason)}`,
    }),
  ]
}

function denialEvent({ code, symbol, atMs }: TrialDenial, orders: readonly ScriptNote[]): Timed {
  // Denied at the close of its bar, or in the minute in which it should have been filled.
  const asked = orderBefore(orders, atMs + MINUTE_MS, ENTER_LONG | ENTER_SHORT)
  return event('denied', atMs, { ...placeOf(asked), symbol, text: `Not entered. ${DENIALS[code]}` })
}

/** Where the script asked for it, if it did. */
function placeOf(asked: ScriptNote | undefined): Pick<ScriptNote, 'line' | 'file'> {
  return { line: asked?.line ?? null, file: asked?.file }
}

type What = Pick<TestEvent, 'line' | 'symbol' | 'text'> & Pick<ScriptNote, 'file'>

function event(kind: TestEvent['kind'], atMs: number, { file = null, ...more }: What): Timed {
  return { atMs, event: { kind, at: new Date(atMs).toISOString(), file, ...more } }
}

function shares(count: number): string {
  return `${count.toLocaleString('en-IN')} share${count === 1 ? '' : 's'}`
}
