import type { ClosedRoundTrip } from '../metrics/closed-round-trip.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import { DAY_MS } from '../time.ts'
import type { Paise } from '../units.ts'

/** One choice of parameters, run over the whole time. */
export type Candidate = { readonly parameters: ParameterValues; readonly trades: readonly ClosedRoundTrip[] }

export type Fold = {
  readonly fromMs: number
  readonly untilMs: number
  /** The best of the time before. */
  readonly parameters: ParameterValues
  readonly trainedPaisePerDay: number
  readonly validatedPaisePerDay: number
}

type Plan = { readonly folds: number; readonly trainPerValidate: number }
type Range = { readonly fromMs: number; readonly untilMs: number }

const FEWEST_DAYS_PER_FOLD = 2

/**
 * Chooses parameters by what they made before, and counts what that choice made afterwards, fold by fold. It asks only
 * for round trips, so that it holds for scripts and for many symbols alike. Null if the time is too short.
 */
export function walkForwardTrades(candidates: readonly Candidate[], range: Range, plan: Plan): readonly Fold[] | null {
  const validateMs = (range.untilMs - range.fromMs) / (plan.folds + plan.trainPerValidate)
  if (candidates.length === 0 || validateMs < FEWEST_DAYS_PER_FOLD * DAY_MS) return null
  return Array.from({ length: plan.folds }, (_, fold): Fold => {
    const fromMs = range.fromMs + (fold + plan.trainPerValidate) * validateMs
    const untilMs = fromMs + validateMs
    const before = { fromMs: fromMs - plan.trainPerValidate * validateMs, untilMs: fromMs }
    // The first of equally good ones, so that the choice is deterministic.
    const best = candidates.reduce((first, one) => (netWithin(one, before) > netWithin(first, before) ? one : first))
    return {
      fromMs,
      untilMs,
      parameters: best.parameters,
      trainedPaisePerDay: perDay(netWithin(best, before), before),
      validatedPaisePerDay: perDay(netWithin(best, { fromMs, untilMs }), { fromMs, untilMs }),
    }
  })
}

function netWithin({ trades }: Candidate, { fromMs, untilMs }: Range): Paise {
  let sum = 0
  for (const { entryAtMs, netPaise } of trades) if (entryAtMs >= fromMs && entryAtMs < untilMs) sum += netPaise
  return sum
}

function perDay(paise: Paise, { fromMs, untilMs }: Range): number {
  return (paise * DAY_MS) / (untilMs - fromMs)
}
