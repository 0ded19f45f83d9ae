// The closed list of refusals of well-formed requests, each with status and text; those of any request stand here.
import { ACCOUNT_REFUSALS } from './accounts/refusal-texts.ts'
import { BILLING_REFUSALS } from './billing/refusal-texts.ts'
import { OPERATIONS_REFUSALS } from './operations/refusal-texts.ts'
import { MARKET_REFUSALS } from './trading/market-refusal-texts.ts'
import { TRADING_REFUSALS } from './trading/refusal-texts.ts'
import { STRATEGY_REFUSALS } from './trading/strategy-refusal-texts.ts'
import type { RefusalEntry } from './refusal-entry.ts'

const REQUEST_REFUSALS = {
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
  STOPPING: { status: 503, text: 'The server is restarting. Please try again in a few seconds.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Please try again in {wait}.' },
  NO_JSON_FILE: { status: 400, text: 'Please select a JSON file' },
  UPLOAD_TOO_SLOW: {
    status: 408,
    text: 'The file did not arrive within {limit} seconds. Split it into smaller files, or use a faster connection.',
  },
  FILE_TOO_LARGE: { status: 413, text: 'The file is too large: at most {limit} can be uploaded.' },
  DATABASE_AWAY: {
    status: 503,
    text: 'The database does not answer at the moment. Please look in a few seconds whether this was saved before you try again.',
  },
  DATABASE_BUSY: { status: 503, text: 'The server is too busy at the moment. Nothing was changed; please try again.' },
  DATABASE_FULL: {
    status: 503,
    text: 'The server has no room to save anything at the moment. Nothing was changed; please try again later.',
  },
} as const satisfies Record<string, RefusalEntry>

export const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...BILLING_REFUSALS,
  ...ACCOUNT_REFUSALS,
  ...OPERATIONS_REFUSALS,
  ...MARKET_REFUSALS,
  ...STRATEGY_REFUSALS,
  ...TRADING_REFUSALS,
}
