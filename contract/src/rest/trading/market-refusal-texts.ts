import type { RefusalEntry } from '../refusal-entry.ts'

export const MARKET_REFUSALS = {
  SYMBOLS_NOT_JSON: { status: 400, text: 'Invalid JSON format. Please check your JSON data.{where}' },
  SYMBOLS_NOT_LIST: { status: 400, text: 'Expected a list of objects with symbol, token and name.' },
  TOO_MANY_SYMBOLS: { status: 400, text: 'The file holds too many symbols: at most {limit} can be uploaded at once.' },
  NO_SYMBOL_TAKEN: { status: 400, text: 'No symbol could be taken from {count} rows. {reason}' },
  TOKEN_NOT_CONFIRMED: { status: 409, text: '{symbol} is traded by {count}: type its name to confirm the new token.' },
  TOKEN_TAKEN: { status: 409, text: 'This token belongs to {holder}.' },
  SYMBOL_IN_USE: {
    status: 409,
    text: '{by} uses this symbol, so it cannot be deleted. Switch it off instead: nobody can choose it any more.',
  },
  NO_SUCH_SYMBOL: { status: 404, text: 'We have no symbol called {symbol}.' },
  CALENDAR_NOT_READABLE: { status: 400, text: 'No holidays could be read: {reason}' },
  NO_HOLIDAYS_OF_YEAR: { status: 400, text: 'The list holds no holiday of {year}.' },
  CALENDAR_YEAR_EMPTY: { status: 409, text: '{year} has no holidays yet. Import the exchange’s list first.' },
  CALENDAR_ROWS_REFUSED: { status: 400, text: '{count} rows of the list cannot be read. Nothing was changed.' },
  CALENDAR_YEAR_HAS_BEGUN: {
    status: 409,
    text: '{year} has begun, so it stays confirmed. Add or remove single days instead.',
  },
  UNKNOWN_SYMBOL: { status: 400, text: 'There is no symbol {symbol}. Add it to the symbols first.' },
  HISTORY_NO_SOURCE: {
    status: 409,
    text: 'No account for prices is set up, so history cannot be fetched. Import a file instead.',
  },
  HISTORY_FETCH_BUSY: { status: 409, text: 'A fetch is under way already. Wait for it, or stop it.' },
  NO_HISTORY_FETCH: { status: 409, text: 'No fetch is under way.' },
  HISTORY_NOTHING_MISSING: { status: 409, text: 'Nothing to fetch: every day of this range is stored.' },
  HISTORY_TOO_LONG: {
    status: 400,
    text: 'Fetch at most {most} days of symbols at once: choose fewer days or symbols.',
  },
  ACTION_ROWS_REFUSED: { status: 400, text: '{count} rows of the list cannot be read. Nothing was changed.' },
  NOT_A_BAR_FILE: { status: 400, text: 'Choose a .csv or .parquet file.' },
  BAR_FILE_NOT_READABLE: { status: 400, text: 'The file cannot be read: {reason}' },
  NO_BAR_TAKEN: { status: 400, text: 'No bar could be taken from {count} rows. {reason}' },
  DAYS_NOT_COVERED: {
    status: 409,
    text: 'No history for {days}. Fetch these days, choose others, or allow partial data.',
  },
  NO_HISTORY: {
    status: 409,
    text: 'There is no history of {symbols} in this range. Fetch it, import a file, or run on the simulated market.',
  },
  EARLIEST_HOURS: { status: 409, text: 'The earliest hours stay: the days from then on would have none.' },
  NO_SUCH_FILE: { status: 404, text: 'There is no such file to import.' },
  HISTORY_NOT_STORED: { status: 409, text: 'No prices of {symbols} are stored for these days yet. Try again later.' },
  PAPER_PRICES_MISSING: {
    status: 409,
    text: 'Paper trading replays prices that are more than 30 days old, and none of {day} are stored for these symbols. It works from {from}, or as soon as that day is fetched.',
  },
  PAPER_DAY_MISSING: {
    status: 409,
    text: 'The day that paper trading replays today has no prices of this symbol, so no position is opened in it.',
  },
} as const satisfies Record<string, RefusalEntry>
