// The closed list of refusals of well-formed requests, each with status and text.
// `{name}` in a text is filled from the refusal's values. Texts say what to do next and reveal nothing to attackers.

type Entry = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 503
  readonly text: string
  /** The key of the text in answers of account calls, where their clients expect it. */
  readonly as?: 'non_field_errors'
}

const REFUSALS = {
  NOT_SIGNED_IN: { status: 401, text: 'Authentication failed. Please log in again.' },
  ACCESS_DENIED: { status: 403, text: 'Access denied. You do not have permission to perform this action.' },
  ENROL_SECOND_FACTOR: {
    status: 403,
    text: 'Set up an authenticator app or a passkey first: administrators need a second factor.',
  },
  RECENT_AUTH_REQUIRED: { status: 403, text: 'Confirm that it is you to do this.' },
  NOT_FOUND: { status: 404, text: 'Resource not found.' },
  WRONG_METHOD: { status: 405, text: 'This address does not take {method} requests.' },
  TOO_LARGE: { status: 413, text: 'The request is too large.' },
  NOT_JSON: { status: 415, text: 'Send the request as JSON (Content-Type: application/json).' },
  BAD_JSON: { status: 400, text: 'The request is not valid JSON.' },
  BAD_REQUEST: { status: 400, text: 'The request could not be read.' },
  NO_BODY: { status: 400, text: 'Send the fields as a JSON body.' },
  BAD_INPUT: { status: 400, text: 'Please check the highlighted fields.' },
  WRONG_HOST: { status: 421, text: 'This demo answers on localhost only.' },
  STARTING: { status: 503, text: 'The server is starting. Please try again in a few seconds.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Please try again in {wait}.' },

  WRONG_LOGIN: { status: 400, text: 'Invalid username or password.', as: 'non_field_errors' },
  ACCOUNT_SUSPENDED: {
    status: 400,
    text: 'This account is suspended. Please contact support.',
    as: 'non_field_errors',
  },
  LOGIN_THROTTLED: {
    status: 429,
    text: 'Too many failed log-ins. Please try again in {wait}, or reset your password.',
    as: 'non_field_errors',
  },
  SECOND_FACTOR: { status: 400, text: 'Enter the code from your authenticator app', as: 'non_field_errors' },
  WRONG_SECOND_FACTOR: {
    status: 400,
    text: 'That code is not right. Enter the current code from your authenticator app.',
    as: 'non_field_errors',
  },
  WRONG_OTP: { status: 400, text: 'Invalid OTP. Please try again.' },
  OTP_EXPIRED: { status: 400, text: 'This OTP has expired. Please request a new one.' },
  OTP_TRIES_SPENT: { status: 400, text: 'Too many wrong codes. Please register again to get a new one.' },
  TOO_MANY_CODES: { status: 429, text: 'Too many codes were sent to this address today. Please try again tomorrow.' },
  DEAD_REFRESH: { status: 401, text: 'Your session has ended. Please log in again.' },
  DEAD_RESET_TOKEN: { status: 400, text: 'Invalid or expired reset token' },
  WRONG_PASSWORD: { status: 400, text: 'Your current password is not right.' },
  SAME_PASSWORD: { status: 400, text: 'Choose a password you have not used just now.' },
  FACTOR_NOT_STARTED: { status: 409, text: 'Start the set-up of your authenticator app again.' },
  FACTOR_ALREADY_ON: { status: 409, text: 'A second factor is already on. Turn it off first.' },
  FACTOR_NOT_ON: { status: 409, text: 'No second factor is set up.' },
  PASSKEY_REFUSED: {
    status: 400,
    text: 'This passkey was not accepted. Try again, or sign in with your password.',
    as: 'non_field_errors',
  },
  PASSKEY_REQUIRED: {
    status: 400,
    text: 'Use your passkey: administrators need a second factor.',
    as: 'non_field_errors',
  },
  TOO_MANY_PASSKEYS: { status: 409, text: 'You have as many passkeys as an account can hold. Remove one first.' },
  LAST_FACTOR: {
    status: 403,
    text: 'Administrators need a second factor. Add another passkey or an authenticator app first.',
  },
  FACTOR_REQUIRED: { status: 403, text: 'Administrators cannot turn their second factor off.' },
  NOTICE_CHANGED: { status: 409, text: 'This notice has changed. Reload the page and read the current version.' },
  TELEGRAM_NOT_SET_UP: { status: 409, text: 'Telegram is not set up on this platform.' },
  TELEGRAM_DOWN: { status: 503, text: 'Telegram does not answer at the moment. Please try again in a minute.' },
  TELEGRAM_LINKED: { status: 409, text: 'A Telegram chat is linked already. Unlink it first.' },
  TELEGRAM_NOT_LINKED: { status: 409, text: 'No Telegram chat is linked.' },

  PLAN_NOT_OFFERED: { status: 404, text: 'This plan is not available. Please choose another one.' },
  NO_JSON_FILE: { status: 400, text: 'Please select a JSON file' },
  FILE_TOO_LARGE: { status: 413, text: 'The file is too large: at most {limit} can be uploaded.' },
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
  SUBSCRIPTION_OVER: { status: 409, text: 'This subscription is over already.' },
  TOO_MANY_TO_EXPORT: {
    status: 400,
    text: '{count} subscriptions match; at most {limit} can be exported. Choose a shorter stretch of time.',
  },
  TOO_MANY_TRADES: {
    status: 400,
    text: 'More than {limit} trades lie in these days. Choose a shorter stretch of time.',
  },
  NOT_YOURSELF: { status: 409, text: 'You cannot do this to your own account.' },
  ACCOUNT_CLOSED: { status: 409, text: 'This account is closed for good.' },
  LIVE_BOT_RUNS: { status: 409, text: 'The user’s bot trades live from this address. Let it be stopped first.' },
  ALREADY_SO: { status: 409, text: 'It is so already. Nothing was changed.' },
  ADMIN_CANNOT_CLOSE: {
    status: 409,
    text: 'An administrator cannot close the account. Let another administrator take the role away first.',
  },
  POSITIONS_STILL_OPEN: {
    status: 409,
    text: 'Close your positions first: {count} are open. Stop your bot with "close positions", then try again.',
  },
  PLAN_IN_USE: {
    status: 409,
    text: 'Subscriptions refer to this plan, so it cannot be deleted. Deactivate it instead: nobody can buy it any more, and its subscriptions run on.',
  },
  NO_SUBSCRIPTION: { status: 404, text: 'No active subscription found.' },
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You already have an active subscription plan. You can upgrade or downgrade your current plan if needed.',
  },
  ALREADY_RENEWED: {
    status: 409,
    text: 'Your next period is already paid. You can renew again when it has begun.',
  },
  SAME_PLAN: { status: 409, text: 'You already have this plan.' },
  NOT_DEARER: { status: 409, text: 'This plan does not cost more than yours. Choose downgrade instead.' },
  NOT_CHEAPER: { status: 409, text: 'This plan does not cost less than yours. Choose upgrade instead.' },
  NOTHING_TO_PAY: { status: 409, text: 'Nothing is due for this change. Confirm the upgrade without a payment.' },
  ADMIN_SETTING: {
    status: 403,
    text: 'This setting is made by the administrator. You may change the capital amounts.',
  },
  PAYMENTS_NOT_CONFIGURED: { status: 400, text: 'Razorpay credentials not configured. Please contact support.' },
  PAYMENT_PROVIDER_DOWN: {
    status: 503,
    text: 'The payment provider does not answer. Nothing was charged; please try again.',
  },
  NOT_SIMULATED: { status: 400, text: 'This order is not a test order.' },
  PAYMENT_NOT_VERIFIED: { status: 400, text: 'Payment verification failed' },
  PAYMENT_REPLACED: {
    status: 409,
    text: 'This order was replaced by a newer one. Any amount paid for it is refunded.',
  },
  NOT_REFUNDABLE: { status: 409, text: 'This payment cannot be refunded.' },
  REFUND_OWED: { status: 409, text: 'A refund of {amount} failed and is still owed. Ask for that amount or less.' },
  REFUND_ABOVE_PAID: { status: 409, text: 'At most {amount} of this payment can still be refunded.' },
  REFUND_CHANGED: {
    status: 409,
    text: '{amount} of this payment is refunded or on its way already. Look at it again before you refund more.',
  },
  REFUND_TOO_LARGE: { status: 409, text: 'At most {amount} is unused. Type a reason to refund more.' },
  SUBSCRIPTION_REQUIRED: { status: 403, text: 'Subscription Required: choose a plan before you save credentials.' },
  PASSWORD_AGAIN: { status: 403, text: 'Type your password again to change your credentials.' },
  PASSWORD_FOR_ADMIN: { status: 403, text: 'Type your password again to do this.' },
  CREDENTIALS_NOT_SET: { status: 404, text: 'No credentials are saved yet.' },
  CREDENTIALS_UNREADABLE: {
    status: 503,
    text: 'Your saved credentials could not be read; nothing was changed. We have been told. Try again in a few minutes.',
  },
  CREDENTIALS_REPLACED: { status: 409, text: 'The credentials were changed meanwhile. Verify the new ones.' },
  LOG_IN_NOT_FAILING: { status: 409, text: 'The user’s broker log-in is not failing. There is nothing to try again.' },
  BROKER_REFUSED: { status: 400, text: '{reason}' },
  INSTANCE_GONE: { status: 404, text: 'This instance does not exist any more. Refresh the list.' },
  OWN_MACHINE: {
    status: 409,
    text: 'This machine runs the platform itself: it is started and stopped where it stands, not from here.',
  },
  CLOUD_DOWN: { status: 503, text: 'AWS does not answer. Look at the state of the instance before you try again.' },
  CLOUD_REFUSED: { status: 409, text: 'AWS refused: {reason}' },
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
  SETTING_EXISTS: { status: 409, text: 'This setting has a value already. Change it instead.' },
  BROKER_DOWN: { status: 503, text: 'The broker does not answer. Your credentials are saved; try again in a minute.' },

  BOT_EXISTS: { status: 409, text: 'Your subscription already has a bot.' },
  ALREADY_PARTICIPATING: { status: 409, text: 'Bot is already participating in trading' },
  NOT_PARTICIPATING: { status: 409, text: 'Bot is not participating in trading' },
  NOT_READY: { status: 409, text: 'The bot cannot start yet: {missing}' },
  COPIES_SPENT: { status: 409, text: 'A plan allows {most} copies of its bot. Delete one that you no longer need.' },
  PLAN_ENDED: { status: 409, text: 'The plan of this bot has ended. Start the bot of your current plan.' },
  PLAN_CHANGED: { status: 409, text: 'Your plan has just changed. Try again.' },
  NOT_RUNNING: { status: 409, text: 'Only a running bot can be paused.' },
  NOT_PAUSED: { status: 409, text: 'Only a paused bot can be resumed.' },
  BOT_TRADES_LIVE: { status: 409, text: 'This bot trades with real money: stop it before it gets another strategy.' },
  BOT_TRADES: { status: 409, text: 'Stop the bot first; a bot that trades is not deleted.' },
  POSITIONS_OPEN: { status: 409, text: 'Close your positions first: {count} are open or under way.' },
  STRATEGY_NOT_KNOWN: { status: 404, text: 'There is no bot of that name.' },
  STRATEGY_NOT_FITTING: {
    status: 409,
    text: 'This bot is not deployed, not active, or not of the type of the user’s plan.',
  },
  LIVE_NEEDS_PASSWORD: { status: 403, text: 'Type your password again to trade with real money.' },
  LIVE_NEEDS_CONSENT: { status: 403, text: 'Type “I trade with real money” to trade live.' },

  ALGO_NOT_REGISTERED: {
    status: 409,
    text: 'Real-money trading of this strategy version is not registered with the exchange yet. Paper trading works.',
  },
  ALGO_HASH_UNKNOWN: { status: 404, text: 'No strategy version has this hash. Choose one from the list.' },
  ALGO_KNOWN: { status: 409, text: 'This strategy version is registered or applied for already.' },
  ALGO_ID_TAKEN: {
    status: 409,
    text: 'This algo id belongs to another strategy version. Check the exchange’s letter.',
  },
  ALGO_MOVE_REFUSED: { status: 409, text: 'An algo that is {from} cannot become {to}.' },
  ALGO_HAS_NO_ID: { status: 409, text: 'The exchange has given no algo id yet, so there are no orders to export.' },
  ALGO_NEEDS_PASSWORD: { status: 403, text: 'Type your password again to change what trades with real money.' },
  TOO_MANY_ORDERS: { status: 400, text: 'More than {limit} orders lie in these days. Choose fewer days.' },

  BOT_NAME_TAKEN: { status: 409, text: 'A bot of this name exists already.' },
  BOT_TYPE_FIXED: { status: 409, text: 'Users trade by this bot: its type stays as it is.' },
  DATABASE_AWAY: {
    status: 503,
    text: 'The database does not answer at the moment. Please look in a few seconds whether this was saved before you try again.',
  },
  DATABASE_BUSY: { status: 503, text: 'The server is too busy at the moment. Nothing was changed; please try again.' },
  DATABASE_FULL: {
    status: 503,
    text: 'The server has no room to save anything at the moment. Nothing was changed; please try again later.',
  },
  BOT_ON_OFFER: { status: 409, text: '{plan} sells this bot: take the plan off offer first.' },
  BOT_IN_USE: { status: 409, text: 'Users trade by this bot: stop their bots first.' },
  GATE_FAILED: { status: 409, text: 'Not deployed: {failed}. Type a reason to deploy it all the same.' },
  NO_SUCH_FILE: { status: 404, text: 'There is no such file to import.' },
  NOTHING_TO_BACKTEST: { status: 400, text: 'Choose a bot, or send code with its configuration.' },
  BACKTEST_TOO_LARGE: { status: 400, text: 'This backtest would read {bars} bars, and {most} fit into one. {what}.' },
  SWEEP_NATIVE_ONLY: { status: 409, text: 'This bot runs its own Python code: sweep the parameters that it declares.' },
  SWEEP_PYTHON_ONLY: { status: 409, text: 'This bot runs natively: sweep the parameters of its strategy.' },
  SWEEPS_BUSY: { status: 409, text: 'Two sweeps of yours are under way. Wait for one to end, or cancel it.' },
  SWEEP_OVER: { status: 409, text: 'This sweep is over already.' },
  BACKTEST_NOT_FINISHED: { status: 409, text: 'Only a backtest that finished can be judged. Run it again.' },
  BACKTEST_OVER: { status: 409, text: 'This backtest is over already.' },
  HISTORY_NOT_IN_PLAN: { status: 409, text: 'Your plan does not include trying the bot on history.' },
  HISTORY_RUNS_SPENT: {
    status: 409,
    text: 'All {most} runs on history of this month are used. The count starts again on {day}.',
  },
  HISTORY_NOT_STORED: { status: 409, text: 'No prices of {symbols} are stored for these days yet. Try again later.' },
  HISTORY_RUN_UNDER_WAY: { status: 409, text: 'A run on history is under way: wait for it, or cancel it.' },
  BACKTESTS_BUSY: { status: 409, text: 'Too many backtests are under way: wait for one, or cancel it.' },
} as const satisfies Record<string, Entry>

export type RefusalCode = keyof typeof REFUSALS
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A refusal is a value that a use case returns. */
export class Refusal {
  readonly code: RefusalCode
  readonly values: Readonly<Record<string, string>>
  readonly fields: FieldErrors
  readonly retryAfterS: number | undefined

  constructor(code: RefusalCode, more: RefusalDetail = {}) {
    this.code = code
    this.values = more.values ?? {}
    this.fields = more.fields ?? {}
    this.retryAfterS = more.retryAfterS
  }

  get entry(): Entry {
    return REFUSALS[this.code]
  }

  get sentence(): string {
    return this.entry.text.replace(/\{(\w+)\}/g, (_, name: string) => this.values[name] ?? '')
  }
}

type RefusalDetail = {
  values?: Readonly<Record<string, string>>
  fields?: FieldErrors
  retryAfterS?: number
}

export function refuse(code: RefusalCode, more?: RefusalDetail): Refusal {
  return new Refusal(code, more)
}

export function refuseFields(fields: FieldErrors): Refusal {
  return new Refusal('BAD_INPUT', { fields })
}

/** A refusal with the time to retry, in its text and in the Retry-After header. */
export function refuseUntil(code: RefusalCode, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(code, { values: { wait: waitInWords(seconds) }, retryAfterS: seconds })
}

function waitInWords(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
