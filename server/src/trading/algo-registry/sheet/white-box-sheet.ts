import { BOT_TYPE_LABELS, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import type { Disclosure } from '@trading-bot/contract/rest/trading/sheets'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { checkForm, printedSource, type VersionLogic } from '../../strategies/index.ts'
import { knownRisks, paragraphs } from './known-risks.ts'

export type SheetHours = {
  readonly opens_at: string
  readonly closes_at: string
  readonly entries_until: string
  readonly square_off_at: string
}

/** A heading, then sentences and labelled values in order. */
export type SheetSection = {
  readonly heading: string
  readonly lines: readonly (string | readonly [label: string, value: string])[]
}

export type WhiteBoxSheet = {
  readonly title: string
  readonly sections: readonly SheetSection[]
  /** The Python program, where that is the rule. */
  readonly code: string | null
}

/** Whether the logic is printed, and who answers for it where it is not. */
export type Box = {
  readonly kind: Disclosure
  readonly certificate: string | null
  readonly report_day: string | null
}

export const OPEN: Box = { kind: 'open', certificate: null, report_day: null }

type About = { readonly hash: string; readonly version: number; readonly hours: SheetHours; readonly box: Box }

/** The logic of a version in plain words, for the broker, the exchange and whoever may buy it. */
export function whiteBoxSheet(logic: VersionLogic, { hash, version, hours, box }: About): WhiteBoxSheet {
  const { form, runsAs } = logic
  const isNative = runsAs === 'native'
  const isOpen = box.kind === 'open'
  return {
    title: `${form.name}: ${BOT_TYPE_LABELS[form.bot_type]}`,
    sections: [
      {
        heading: 'Algo',
        lines: [
          ['Strategy type', BOT_TYPE_LABELS[form.bot_type]],
          ['Version', String(version)],
          ['Runs as', isNative ? 'Built-in rule of the platform' : 'Python program'],
          ['Version hash (SHA-256)', hash],
          ['Broker and exchange', 'Angel One, NSE cash segment'],
        ],
      },
      { heading: 'How it decides', lines: isOpen ? signalLines(logic) : closedLines(box) },
      ...(isOpen ? [{ heading: 'Parameters', lines: parameterLines(logic) }] : []),
      { heading: 'Symbols', lines: [symbolsOf(form).join(', ')] },
      { heading: 'Position size', lines: sizingLines(form) },
      { heading: 'Stops, targets and limits', lines: limitLines(form) },
      { heading: 'Orders', lines: ORDER_LINES },
      { heading: 'Hours (India time)', lines: hourLines(hours) },
      { heading: 'Known risks', lines: knownRisks(form) },
    ],
    code: isNative || !isOpen ? null : printedSource(logic),
  }
}

function closedLines({ kind, certificate, report_day }: Box): SheetSection['lines'] {
  if (kind === 'undecided')
    return [
      'This program is registered neither as a white box nor as a black box, so its logic is not disclosed yet and it trades on paper only.',
    ]
  return [
    'This is a black box: its logic is not disclosed. A SEBI-registered research analyst answers for it by a research report.',
    ['Research analyst’s registration', certificate ?? 'Missing: it cannot trade with real money'],
    ['Research report of', report_day ?? 'Missing: it cannot trade with real money'],
  ]
}

const ORDER_LINES = [
  'Product INTRADAY, without leverage of the platform. Order types used: LIMIT and STOPLOSS_LIMIT only; no market orders.',
  'Entries and exits are LIMIT orders near the last price. While a position is open, a STOPLOSS_LIMIT order rests at the exchange as its stop.',
  'Every order is recorded with its reason before it is sent. One position per symbol at a time; orders never turn a position over.',
]

function signalLines({ form, runsAs }: VersionLogic): SheetSection['lines'] {
  const strategy = runsAs === 'native' ? findStrategy(form.bot_type) : null
  const bars = `Decisions are made when a bar of a symbol has closed; a bar lasts ${INTERVAL_LABELS[form.interval]}.`
  if (!strategy)
    return [bars, ...paragraphs(form.rule_in_words), 'The program printed at the end decides about entries and exits.']
  const { enterLong, exitLong, enterShort, exitShort } = strategy.reasons
  return [
    bars,
    strategy.rule,
    ['Buy', enterLong],
    ['Sell what was bought', exitLong],
    ['Sell short', enterShort],
    ['Buy back', exitShort],
  ]
}

function parameterLines({ form }: VersionLogic): SheetSection['lines'] {
  const checked = checkForm(form)
  if (!checked.ok) return [`Not valid: ${checked.sentence}`]
  const specs = findStrategy(form.bot_type)?.parameters ?? {}
  return Object.entries(checked.parameters).map(([key, value]) => {
    const spec = specs[key]
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
    return [spec ? `${spec.label}: ${spec.help}` : inWords(key), shown] as const
  })
}

function symbolsOf(form: VersionLogic['form']): string[] {
  return form.multiple_symbols.length > 0 ? form.multiple_symbols.map(({ symbol }) => symbol) : [form.symbol]
}

function sizingLines(form: VersionLogic['form']): SheetSection['lines'] {
  const sides = isTwoSided(form.bot_type) ? 'Long and short positions have separate capital. ' : ''
  return [
    `${sides}Quantity = capital per symbol divided by the price, rounded down to whole lots, never above the plan’s largest quantity.`,
    'Each user sets the capital of the account. On a regular plan the user also chooses the symbol, the EMA period, stop and target within the limits of the platform.',
  ]
}

function limitLines(form: VersionLogic['form']): SheetSection['lines'] {
  const percent = (value: number) => (value === 0 ? 'none' : `${value} %`)
  // Every limit of the form, those of later releases included.
  const limits = Object.entries(form).filter(([key, value]) => /^(max|trailing)_/.test(key) && value !== null)
  return [
    ['Stop loss below (short: above) the entry price', percent(form.stop_loss_percent)],
    ['Target', percent(form.target_profit_percent)],
    ...limits.map(([key, value]) => [inWords(key), amountOf(key, Number(value))] as const),
    'The lowest limit of platform, plan, administrator and user applies. Exits never wait for a limit.',
  ]
}

function amountOf(key: string, value: number): string {
  if (key.endsWith('_percent')) return `${value} %`
  return key.startsWith('max_trades') ? String(value) : `INR ${value.toLocaleString('en-IN')}`
}

function hourLines({ opens_at, closes_at, entries_until, square_off_at }: SheetHours): SheetSection['lines'] {
  return [
    ['NSE trades', `${opens_at} to ${closes_at}`],
    ['New positions', `${opens_at} to ${entries_until}`],
    ['Open positions are closed', `from ${square_off_at}`],
    'On trading days of NSE only; nothing is held overnight.',
  ]
}

function inWords(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
