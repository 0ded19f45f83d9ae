import type { RefusalEntry } from '../refusal-entry.ts'

export const STRATEGY_REFUSALS = {
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
  ALGO_NEEDS_WORDS: {
    status: 409,
    text: 'Write the rule in words and the known risks of this program on its version form first: buyers read them.',
  },
  BLACK_BOX_UNACCOUNTED: {
    status: 409,
    text: 'This black box cannot trade with real money: its research analyst’s registration or the day of the research report is missing.',
  },
  SHEET_UNKNOWN: {
    status: 404,
    text: 'This is not the sheet of a bot that you can buy or hold. A newer version may be on offer: open it again.',
  },
  SHEET_UNDECIDED: {
    status: 409,
    text: 'This program’s logic is not disclosed yet, so there is nothing to accept. It trades on paper only.',
  },
  SHEET_NOT_ACCEPTED: {
    status: 409,
    text: 'Read how version {version} decides and accept its sheet before it trades with real money.',
  },
  TOO_MANY_ORDERS: { status: 400, text: 'More than {limit} orders lie in these days. Choose fewer days.' },
  BOT_NAME_TAKEN: { status: 409, text: 'A bot of this name exists already.' },
  BOT_TYPE_FIXED: { status: 409, text: 'Users trade by this bot: its type stays as it is.' },
  BOT_ON_OFFER: { status: 409, text: '{plan} sells this bot: take the plan off offer first.' },
  BOT_IN_USE: { status: 409, text: 'Users trade by this bot: stop their bots first.' },
  GATE_FAILED: { status: 409, text: 'Not deployed: {failed}. Type a reason to deploy it all the same.' },
  NOTHING_TO_BACKTEST: { status: 400, text: 'Choose a bot, or send code with its configuration.' },
  BACKTEST_TOO_LARGE: { status: 400, text: 'This backtest would read {bars} bars, and {most} fit into one. {what}.' },
  SWEEPS_BUSY: { status: 409, text: 'Two sweeps of yours are under way. Wait for one to end, or cancel it.' },
  SWEEP_OVER: { status: 409, text: 'This sweep is over already.' },
  BACKTEST_NOT_FINISHED: { status: 409, text: 'Only a backtest that finished can be judged. Run it again.' },
  BACKTEST_OVER: { status: 409, text: 'This backtest is over already.' },
  HISTORY_NOT_IN_PLAN: { status: 409, text: 'Your plan does not include trying the bot on history.' },
  HISTORY_RUNS_SPENT: {
    status: 409,
    text: 'All {most} runs on history of this month are used. The count starts again on {day}.',
  },
  PLAN_RUN_NOT_OFFERED: { status: 409, text: 'This plan’s bot cannot be tried on history.' },
  PLAN_RUNS_SPENT: {
    status: 409,
    text: 'You have tried plans on history {most} times today, which is the most in a day. Try again tomorrow.',
  },
  HISTORY_RUN_UNDER_WAY: { status: 409, text: 'A run on history is under way: wait for it, or cancel it.' },
  BACKTESTS_BUSY: { status: 409, text: 'Too many backtests are under way: wait for one, or cancel it.' },
} as const satisfies Record<string, RefusalEntry>
