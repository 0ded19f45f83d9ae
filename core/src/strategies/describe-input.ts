import { BOLLINGER_OUTPUT } from '../indicators/bollinger.ts'
import { MACD_OUTPUT } from '../indicators/macd.ts'
import { formatRupees } from '../money.ts'

type Described = readonly [label: string, value: string]

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const price = (value: number) => formatRupees(value / 100)
const plain = (value: number) => decimals.format(value).replace('-', '−')

/** Names of the outputs of indicators that have several. */
const BANDS = {
  [BOLLINGER_OUTPUT.upper]: 'Upper',
  [BOLLINGER_OUTPUT.middle]: 'Middle',
  [BOLLINGER_OUTPUT.lower]: 'Lower',
}
const MACD_LINES = {
  [MACD_OUTPUT.macd]: 'MACD',
  [MACD_OUTPUT.signal]: 'MACD signal line',
  [MACD_OUTPUT.histogram]: 'MACD histogram',
}

/** An input of a signal, such as `ema(20)` in paise, as a trader reads it: "EMA of 20 bars", ₹1,569.30. */
export function describeInput(name: string, value: unknown): Described {
  if (typeof value !== 'number') return [name, typeof value === 'string' ? value : JSON.stringify(value)]
  const match = /^(\w+)(?:\(([\d.,]+)\))?(?:#(\d))?$/.exec(name)
  const [, kind = '', settings = '', output = '0'] = match ?? []
  const parts = settings.split(',')
  const line = Number(output) as 0 | 1 | 2
  switch (kind) {
    case 'close':
      return ['Close', price(value)]
    case 'ema':
      // An average of one bar is its close.
      return settings === '1' ? ['Close', price(value)] : [`EMA of ${settings} bars`, price(value)]
    case 'rsi':
      return [`RSI over ${settings} bars`, plain(value)]
    case 'roc':
      return [`Change over ${settings} bars`, `${plain(value)}%`]
    case 'macd':
      return [`${MACD_LINES[line]} (${parts.join(', ')})`, price(value)]
    case 'bollinger':
      return [`${BANDS[line]} band of ${parts[0]} bars`, price(value)]
    case 'quantity':
      return ['Quantity asked for', plain(value)]
    case 'limitPaise':
      return ['Limit', price(value)]
    case 'stopPaise':
      return ['Stop named by the strategy', price(value)]
    case 'targetPaise':
      return ['Target named by the strategy', price(value)]
    case 'entryQuantity':
      return ['Whole entry, sent in slices', plain(value)]
    case 'enteredBefore':
      return ['Entered in slices before', plain(value)]
    default:
      return [name, plain(value)]
  }
}
