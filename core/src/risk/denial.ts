// Reasons for which our own checks deny an entry before it is sent. Exits are never denied.

export const DENIALS = {
  MARKET_CLOSED: 'The market is closed at this time.',
  ENTRIES_ENDED: 'New positions are not opened this late in the session.',
  DAILY_ORDERS_SPENT: 'The orders allowed per day are used up.',
  DAILY_LOSS_SPENT: 'The loss allowed per day is reached; no new positions until the next session.',
  DAILY_PROFIT_REACHED: 'The profit wanted per day is reached; no new positions until the next session.',
  WEEKLY_LOSS_SPENT: 'The loss allowed per week is reached; no new positions until Monday.',
  DRAWDOWN_REACHED:
    'The drawdown allowed is reached; no new positions today, nor later until the limit is raised or removed.',
  CAPITAL_TOO_SMALL: 'The capital for this symbol does not buy one lot.',
  CAPITAL_IN_USE: 'The capital is tied up in other positions or was lost.',
  SYMBOL_EXCLUDED: 'You have excluded this symbol from new positions.',
  OPEN_POSITIONS_SPENT: 'As many positions are open as you allow at the same time.',
  OPEN_VALUE_SPENT: 'The open positions already have the value allowed.',
  NO_VOLUME: 'The minute after the decision had no room for the order: too little volume, or a circuit.',
  LIMIT_NOT_REACHED: 'The minute after the decision did not trade beyond the limit of the order.',
  SESSION_ENDED: 'The session ended before the order could be filled.',
} as const satisfies Record<string, string>

export type DenialCode = keyof typeof DENIALS
