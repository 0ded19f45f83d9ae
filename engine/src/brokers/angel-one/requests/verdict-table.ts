// What an answer proves. Only proof counts as a rejection: an order whose answer is missing, unreadable or vague is
// unknown and is resolved by looking it up.

export type CallKind = 'LOG_IN' | 'ORDER' | 'READ'

export type Verdict =
  /** Accepted. */
  | 'DONE'
  /** A proven rejection by the broker. */
  | 'REFUSED'
  /** Proof that the broker did not accept the call, so it may be sent later. */
  | 'NOT_SENT'
  /** The session has ended. A look-up is retried after a new log-in; an order is never resent, but looked up. */
  | 'LOG_IN_AGAIN'
  /** The gateway refused the token of an order call, which proves that nothing was placed: it is sent once more. */
  | 'TOKEN_REFUSED'
  /** An empty result that is sent as an error. */
  | 'EMPTY'
  | 'UNKNOWN'

type VerdictByKind = Readonly<Record<CallKind, Verdict>>

export type CodeRow = VerdictByKind & {
  /** The text in the broker's documentation. */
  readonly meaning: string
  /** Our sentence for the user, with `{address}` for the one to register; null if no user ever sees it. */
  readonly sentence: string | null
}

/** Proof that client code and MPIN do not match. */
const WRONG_CREDENTIALS: VerdictByKind = { LOG_IN: 'REFUSED', ORDER: 'REFUSED', READ: 'REFUSED' }
// A log-in that fails with this code may succeed later with the same credentials.
const NO: VerdictByKind = { LOG_IN: 'UNKNOWN', ORDER: 'REFUSED', READ: 'REFUSED' }
// For a log-in it proves nothing about the credentials.
const SESSION: VerdictByKind = { LOG_IN: 'UNKNOWN', ORDER: 'LOG_IN_AGAIN', READ: 'LOG_IN_AGAIN' }
const TOKEN: VerdictByKind = { ...SESSION, ORDER: 'TOKEN_REFUSED' }
const NOTHING_THERE: VerdictByKind = { LOG_IN: 'UNKNOWN', ORDER: 'REFUSED', READ: 'EMPTY' }
// Vague answers of the order system, which may have failed before or after accepting the order.
const VAGUE: VerdictByKind = { LOG_IN: 'UNKNOWN', ORDER: 'UNKNOWN', READ: 'UNKNOWN' }

const WRONG_LOG_IN = 'Angel One does not know this client code and MPIN together. Check both on the credentials page.'
const SESSION_OVER = 'Your Angel One session has ended. The platform logs in again by itself.'
const TRADING_BLOCKED = 'Angel One has blocked this account for trading. Ask Angel One to lift the block.'
const OUR_MISTAKE = 'Angel One did not understand the order. Nothing was placed; the operator has been told.'

export const CODE_TABLE = {
  AG7002: row(
    NO,
    'Unregistered IP',
    'Angel One does not take your orders from {address}: it is not registered for your API key. Sign in to smartapi.angelone.in, open the app of your key and register {address} as its primary address.',
  ),
  AG8001: row(TOKEN, 'Invalid Token', SESSION_OVER),
  AG8002: row(TOKEN, 'Token Expired', SESSION_OVER),
  AG8003: row(TOKEN, 'Token missing', SESSION_OVER),
  AG8004: row(NO, 'Invalid API Key', 'Angel One does not know this API key, or it belongs to another client code.'),
  AB8050: row(SESSION, 'Invalid Refresh Token', SESSION_OVER),
  AB8051: row(SESSION, 'Refresh Token Expired', SESSION_OVER),
  AB1000: row(WRONG_CREDENTIALS, 'Invalid Email Or Password', WRONG_LOG_IN),
  AB1001: row(WRONG_CREDENTIALS, 'Invalid Email', WRONG_LOG_IN),
  AB1002: row(
    NO,
    'Invalid Password Length',
    'The MPIN has the wrong length: it is the four-digit PIN of the Angel One app.',
  ),
  AB1003: row(NO, 'Client Already Exists', OUR_MISTAKE),
  AB1004: row(VAGUE, 'Something Went Wrong, Please Try After Sometime', null),
  AB1005: row(NO, 'User Type Must Be USER', OUR_MISTAKE),
  AB1006: row(NO, 'Client Is Block For Trading', TRADING_BLOCKED),
  // A catch-all code: its text decides (text table below), and an unknown text proves nothing.
  AB1007: row(VAGUE, 'AMX Error', null),
  AB1008: row(NO, 'Invalid Order Variety', OUR_MISTAKE),
  AB1009: row(NO, 'Symbol Not Found', 'Angel One does not trade this symbol. It may have been renamed or delisted.'),
  AB1010: row(SESSION, 'AMX Session Expired', SESSION_OVER),
  AB1011: row(SESSION, 'Client not login', SESSION_OVER),
  AB1012: row(NO, 'Invalid Product Type', 'Angel One does not allow this product for the symbol.'),
  AB1013: row(NOTHING_THERE, 'Order not found', 'Angel One does not know this order.'),
  AB1014: row(NOTHING_THERE, 'Trade not found', null),
  AB1015: row(NOTHING_THERE, 'Holding not found', null),
  AB1016: row(NOTHING_THERE, 'Position not found', null),
  AB1017: row(NO, 'Position conversion failed', OUR_MISTAKE),
  AB1018: row(
    NO,
    'Failed to get symbol Details',
    'Angel One has no details of this symbol. It may have been renamed or delisted.',
  ),
  AB1031: row(NO, 'Old Password Mismatch', WRONG_LOG_IN),
  AB1032: row(NO, 'User Not Found', WRONG_LOG_IN),
  AB1050: row(
    NO,
    'Invalid totp',
    'Angel One did not accept the TOTP code. Copy the secret again from smartapi.angelone.in/enable-totp.',
  ),
  AB2000: row(VAGUE, 'Error not specified', null),
  AB2001: row(VAGUE, 'Internal Error, Please Try After Sometime', null),
  AB2002: row(NO, 'ROBO order is block', OUR_MISTAKE),
  AB4008: row(NO, 'ordertag length should be less than 20 characters', OUR_MISTAKE),
  AB4018: row(NO, 'Symbol token cannot be empty', OUR_MISTAKE),
} as const satisfies Record<string, CodeRow>

// Sentences about the account and its key, shown when a log-in fails. The others are about orders.
export const LOG_IN_SENTENCES: ReadonlySet<string> = new Set([
  'AG7002',
  'AG8004',
  'AB1000',
  'AB1001',
  'AB1002',
  'AB1006',
  'AB1031',
  'AB1032',
  'AB1050',
])

type TextRow = {
  readonly code: string
  readonly text: RegExp
  readonly verdicts: VerdictByKind
  readonly sentence: string
}

// First match wins; checked before the code alone.
export const TEXT_TABLE: readonly TextRow[] = [
  { code: 'AB1007', text: /login id or password is invalid/i, verdicts: WRONG_CREDENTIALS, sentence: WRONG_LOG_IN },
  {
    code: 'AB1007',
    text: /order not found/i,
    verdicts: NOTHING_THERE,
    sentence: 'Angel One does not know this order.',
  },
  {
    code: 'AB1007',
    text: /already (complete|cancelled|rejected)/i,
    verdicts: NO,
    sentence: 'The order has already ended.',
  },
  {
    code: 'AB1007',
    text: /insufficient funds|margin exceeds|margin shortfall/i,
    verdicts: NO,
    sentence: 'There is not enough money in your Angel One account for this order.',
  },
  {
    code: 'AB1007',
    text: /^invalid (quantity|price|order type|duration|transaction type)/i,
    verdicts: NO,
    sentence: OUR_MISTAKE,
  },
]

type StatusRow = {
  /** First and last HTTP status. */
  readonly from: number
  readonly to: number
  /** Pattern for the body; null matches any. */
  readonly text: RegExp | null
  readonly verdicts: VerdictByKind
  readonly code: string
  readonly sentence: string
}

const RATE: VerdictByKind = { LOG_IN: 'NOT_SENT', ORDER: 'NOT_SENT', READ: 'NOT_SENT' }
const TOO_FAST = 'Angel One is answering too many calls at the moment. Nothing was placed.'
const NO_SENSE = 'Angel One gave an answer that could not be read.'

// For answers without a readable envelope and for statuses that override it. First match wins; the rows cover every
// status.
export const STATUS_TABLE: readonly StatusRow[] = [
  {
    from: 403,
    to: 403,
    text: /exceeding access rate|rate limit|too many/i,
    verdicts: RATE,
    code: 'RATE_LIMITED',
    sentence: TOO_FAST,
  },
  { from: 429, to: 429, text: null, verdicts: RATE, code: 'RATE_LIMITED', sentence: TOO_FAST },
  { from: 401, to: 401, text: null, verdicts: SESSION, code: 'SESSION_ENDED', sentence: SESSION_OVER },
  { from: 403, to: 403, text: null, verdicts: SESSION, code: 'SESSION_ENDED', sentence: SESSION_OVER },
  { from: 0, to: 999, text: null, verdicts: VAGUE, code: 'NO_PROOF', sentence: NO_SENSE },
]

function row(verdicts: VerdictByKind, meaning: string, sentence: string | null): CodeRow {
  return { ...verdicts, meaning, sentence }
}
