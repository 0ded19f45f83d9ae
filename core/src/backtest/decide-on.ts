import type { Bars } from '../bars.ts'
import type { SessionTraits } from '../calendar/market-calendar.ts'
import { accept, type Checked } from '../checked.ts'
import { checkParameters, type ParameterRefusalCode } from '../strategies/check-parameters.ts'
import type { BacktestInput, Decided } from './backtest-input.ts'
import { signalsByMinute } from './signals-by-minute.ts'

type Seen = { readonly bars: Bars; readonly traits: SessionTraits }

/** What a strategy decides on other prices than those it trades at: adjusted ones, or with a past that is not traded. */
export function decideOn(
  input: Pick<BacktestInput, 'strategy' | 'parameters' | 'interval' | 'calendar'>,
  seen: readonly Seen[],
): Checked<Decided, ParameterRefusalCode> {
  const checked = checkParameters(input.strategy, input.parameters)
  if (!checked.ok) return checked
  const plan = input.strategy.plan(checked.value)
  return accept({
    signals: seen.map(({ bars, traits }) => signalsByMinute(plan, bars, input, traits).signals),
    sizes: seen.map(() => new Map()),
  })
}
