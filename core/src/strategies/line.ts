// A line is one output of one indicator. Lines with equal keys are computed once and shared.

import { Bollinger } from '../indicators/bollinger.ts'
import { ClosePrice } from '../indicators/close-price.ts'
import { Ema } from '../indicators/ema.ts'
import type { Indicator } from '../indicators/indicator.ts'
import { Macd } from '../indicators/macd.ts'
import { Roc } from '../indicators/roc.ts'
import { Rsi } from '../indicators/rsi.ts'

export type Line = {
  readonly key: string
  readonly output: number
  readonly make: () => Indicator
}

export function closeLine(): Line {
  return { key: 'close', output: 0, make: () => new ClosePrice() }
}

export function emaLine(period: number): Line {
  return { key: `ema(${period})`, output: 0, make: () => new Ema(period) }
}

export function rsiLine(period: number): Line {
  return { key: `rsi(${period})`, output: 0, make: () => new Rsi(period) }
}

export function rocLine(period: number): Line {
  return { key: `roc(${period})`, output: 0, make: () => new Roc(period) }
}

export function macdLine(fast: number, slow: number, signal: number, output: number): Line {
  return { key: `macd(${fast},${slow},${signal})`, output, make: () => new Macd(fast, slow, signal) }
}

export function bollingerLine(period: number, width: number, output: number): Line {
  return { key: `bollinger(${period},${width})`, output, make: () => new Bollinger(period, width) }
}
