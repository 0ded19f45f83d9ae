const WORDS: Readonly<Record<string, string>> = {
  SIGNAL: 'The strategy’s signal',
  STOP_LOSS: 'Stop loss',
  TARGET: 'Target',
  SQUARE_OFF: 'End of the session',
  DAILY_LOSS: 'Daily loss limit',
  DAILY_PROFIT: 'Daily profit reached',
  WEEKLY_LOSS: 'Weekly loss limit',
  DRAWDOWN: 'Drawdown limit',
  END_OF_DATA: 'End of the run',
}

/** The kernel's exit reason as a trader reads it. */
export function exitWords(reason: string): string {
  return WORDS[reason] ?? reason.toLowerCase().replaceAll('_', ' ')
}
