import type { RefusalEntry } from '../refusal-entry.ts'

export const TRADING_REFUSALS = {
  TOO_MANY_TRADES: {
    status: 400,
    text: 'More than {limit} trades lie in these days. Choose a shorter stretch of time.',
  },
  DRILL_IN_SESSION: {
    status: 409,
    text: 'The exchange trades now: for about a second no bot could enter. Run the drill after the session, or say that it may be now.',
  },
  DRILL_WHILE_PAUSED: {
    status: 409,
    text: 'The platform’s kill switch is set already: a drill would show nothing. Lift it first.',
  },
  LIVE_BOT_RUNS: { status: 409, text: 'The user’s bot trades live from this address. Stop it first.' },
  POSITION_NOT_ASKED: { status: 409, text: 'Nobody asks whose this position is. To end it, close it.' },
  POSITION_ANSWERED: { status: 409, text: 'You have said whose these shares are already.' },
  POSITION_CLOSED: { status: 409, text: '{symbol} is closed already: there is nothing left to decide.' },
  POSITION_ENTERING: { status: 409, text: 'The order for {symbol} is still filling. Answer when it is filled.' },
  CREDENTIALS_NOT_SET: { status: 404, text: 'No credentials are saved yet.' },
  CREDENTIALS_UNREADABLE: {
    status: 503,
    text: 'Your saved credentials could not be read; nothing was changed. We have been told. Try again in a few minutes.',
  },
  CREDENTIALS_REPLACED: { status: 409, text: 'The credentials were changed meanwhile. Verify the new ones.' },
  LOG_IN_NOT_FAILING: { status: 409, text: 'The user’s broker log-in is not failing. There is nothing to try again.' },
  BROKER_REFUSED: { status: 400, text: '{reason}' },
  BROKER_DOWN: { status: 503, text: 'The broker does not answer. Your credentials are saved; try again in a minute.' },
  BOT_EXISTS: { status: 409, text: 'Your subscription already has a bot.' },
  ALREADY_PARTICIPATING: { status: 409, text: 'Bot is already participating in trading' },
  NOT_PARTICIPATING: { status: 409, text: 'Bot is not participating in trading' },
  NOT_READY: { status: 409, text: 'The bot can’t start yet. Missing: {missing}.' },
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
  OWN_PARAMETERS_NOT_CONFIRMED: {
    status: 409,
    text: 'Confirm that these are your own parameters: this platform trades live by its holders’ own logic only.',
  },
  OTHER_BROKERS_DOCUMENT: {
    status: 400,
    text: 'This document is for {broker}. Orders go through Angel One here, so only a document for Angel One counts.',
  },
  DOCUMENT_ENDED: { status: 400, text: 'It ended on {day} already. Enter one that is valid.' },
  DOCUMENT_HISTORY: { status: 409, text: 'It was replaced or withdrawn already.' },
  ADDRESS_TAKEN: {
    status: 409,
    text: '{owner} has this address. One address belongs to one client; a family may share it with a recorded consent.',
  },
  ADDRESS_CHANGED: {
    status: 409,
    text: 'A broker accepts one change of address in seven days. The next one is possible from {from}.',
  },
  LIVE_NEEDS_CONSENT: { status: 403, text: 'Type “I trade with real money” to trade live.' },
} as const satisfies Record<string, RefusalEntry>
