import { EXIT_REASONS, type ExitReason } from './round-trip.ts'

const WORDS: Readonly<Record<ExitReason, string>> = {
  SIGNAL: 'The strategy gave an exit signal.',
  STOP_LOSS: 'The price reached the stop loss.',
  TARGET: 'The price reached the target.',
  SQUARE_OFF: 'Positions are closed before the market closes.',
  DAILY_LOSS: 'Daily loss limit reached.',
  DAILY_PROFIT: 'Daily profit target reached.',
  WEEKLY_LOSS: 'Weekly loss limit reached.',
  DRAWDOWN: 'Drawdown limit reached.',
  END_OF_DATA: 'The test’s last day ended.',
  STOPPED: 'Closed on request.',
  CORRECTION: 'An order filled late, so the extra shares were closed.',
  OUTSIDE: 'Closed outside the platform, by you or your broker.',
  STOP_REFUSED: 'The broker refused the stop order, so the position was closed.',
}

/** Why an order was placed, in words; a strategy's own reason is a sentence already. */
export function describeReason(reason: string): string {
  const exit = EXIT_REASONS.find((known) => known === reason)
  return exit === undefined ? reason : WORDS[exit]
}
