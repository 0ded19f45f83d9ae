import type { Trade } from './bots.ts'

/** What an order is for, as traders say it. */
export const PURPOSE_LABELS = {
  entry: 'Entry',
  stop: 'Stop loss',
  target: 'Target',
  exit: 'Exit',
  square_off: 'Square-off',
} as const satisfies Record<Trade['purpose'], string>
