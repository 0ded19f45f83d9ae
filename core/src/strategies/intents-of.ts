import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type SignalReasons } from './signal.ts'

/** A strategy's intent, before sizing; the same intent is used for every account. */
type Intent = {
  readonly symbol: string
  readonly action: 'ENTER_LONG' | 'ENTER_SHORT' | 'EXIT_LONG' | 'EXIT_SHORT'
  readonly reason: string
  /** Close time of the bar that the decision is based on. */
  readonly decidedAtMs: number
}

/** Converts signal bits to intents, exits first. */
export function intentsOf(signal: number, symbol: string, reasons: SignalReasons, decidedAtMs: number): Intent[] {
  const intents: Intent[] = []
  const add = (action: Intent['action'], reason: string) => intents.push({ symbol, action, reason, decidedAtMs })
  if ((signal & EXIT_LONG) !== 0) add('EXIT_LONG', reasons.exitLong)
  if ((signal & EXIT_SHORT) !== 0) add('EXIT_SHORT', reasons.exitShort)
  if ((signal & ENTER_LONG) !== 0) add('ENTER_LONG', reasons.enterLong)
  if ((signal & ENTER_SHORT) !== 0) add('ENTER_SHORT', reasons.enterShort)
  return intents
}
