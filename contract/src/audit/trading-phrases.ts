import { counted, dayOf, type Line, type Phrase, textOf } from './audit-words.ts'

export const TRADING_PHRASES: Readonly<Record<string, Phrase>> = {
  'bot.created': ({ whom }) => `set up ${whom}`,
  'bot.duplicated': ({ whom }) => `made the copy ${whom}`,
  'bot.renamed': ({ before, after }) => `renamed ${textOf(before['name'])} to ${textOf(after['name'])}`,
  'bot.archived': ({ whom }) => `archived ${whom}`,
  'bot.assigned': ({ whom, before, after, nameOf }) =>
    `assigned ${nameOf(after['strategy_id']) ?? 'another bot'} to ${whom}, which ran ${nameOf(before['strategy_id']) ?? 'another bot'}`,
  'bot.synchronised': ({ whom, after }) => `brought ${whom} to version ${textOf(after['version'])}`,
  'bot.limits_changed': ({ whom }) => `changed the own limits of ${whom}`,
  'bot.start': ({ whom, after }) => `started ${whom} ${modeOf(after)}`,
  'bot.restart': ({ whom, after }) => `restarted ${whom} ${modeOf(after)}`,
  'bot.pause': ({ whom }) => `paused ${whom}`,
  'bot.resume': ({ whom }) => `resumed ${whom}`,
  'bot.stop': ({ whom, after }) =>
    after['close_positions'] ? `stopped ${whom} and closed its positions` : `stopped ${whom}`,
  'position.close': ({ whom }) => `closed a position of ${whom}`,
  'position.confirm': ({ whom }) => `said that a position is ${whom}’s`,
  'position.release': ({ whom }) => `took over a position of ${whom} as their own`,
  'switch.set': (line) =>
    `paused new trades for ${switched(line, line.after)}${line.after['until'] ? ` until ${dayOf(line.after['until'])}` : ''}${line.after['close_positions'] ? ' and closed open positions' : ''}`,
  'switch.lifted': (line) => `resumed new trades for ${switched(line, line.before)}`,
  'switch.drilled': ({ after }) =>
    after['is_passed'] ? 'tried the kill switch, and it worked' : 'tried the kill switch, and it failed',
  'bot_code.created': ({ whom }) => `created the bot ${whom}`,
  'bot_code.saved': ({ whom }) => `saved a new version of ${whom}`,
  'bot_code.archived': ({ whom }) => `archived the bot ${whom}`,
  'bot_code.deployed': ({ whom, after }) => `deployed version ${textOf(after['version'])} of ${whom}`,
  'bot_code.deployed_over_gate': ({ whom, after }) =>
    `deployed version ${textOf(after['version'])} of ${whom} although checks had failed`,
  'bot_code.deploy_requested': ({ whom, after }) =>
    `asked a second administrator to deploy version ${textOf(after['version'])} of ${whom}`,
  'bot_code.deploy_withdrawn': ({ whom, before }) =>
    `withdrew the request to deploy version ${textOf(before['version'])} of ${whom}`,
  'backtest.started': () => 'started a backtest',
  'backtest.cancelled': () => 'cancelled a backtest',
  'backtest.noted': () => 'wrote a note on a backtest',
  'sweep.started': () => 'started a parameter sweep',
  'sweep.cancelled': () => 'cancelled a parameter sweep',
  'history_run.started': ({ after, nameOf }) =>
    `tried ${nameOf(after['user_bot_id']) ?? (after['bot_plan_id'] ? 'a plan’s bot' : 'a bot')} on ${counted(after['days'], 'day', 'days')} of history`,
  'history_run.cancelled': () => 'cancelled a run on history',
  'trades.exported': ({ after }) => `exported ${counted(after['rows'], 'trade', 'trades')}`,
  'hosting.changed': ({ before, after }) =>
    `started the platform in the hosting mode ${textOf(after['mode'])} instead of ${textOf(before['mode'])}`,
  'hosting.empanelment_entered': ({ after }) =>
    `entered the empanelment ${textOf(after['number'])} of ${textOf(after['provider_name'])}`,
  'hosting.empanelment_withdrawn': () => 'withdrew the algo provider’s empanelment',
  'hosting.approval_entered': ({ after }) => `entered the broker’s approval ${textOf(after['reference'])}`,
  'hosting.approval_withdrawn': () => 'withdrew a broker’s approval',
  'algo.applied': ({ whom }) => `recorded that ${algo(whom)} was applied for`,
  'algo.registered': ({ whom }) => `recorded that ${algo(whom)} is registered`,
  'algo.suspended': ({ whom }) => `recorded that ${algo(whom)} is suspended`,
  'algo.withdrawn': ({ whom }) => `recorded that ${algo(whom)} is withdrawn`,
  'algo.orders_exported': ({ whom, after }) =>
    `exported ${counted(after['orders'], 'order', 'orders')} of ${algo(whom)}`,
}

function modeOf({ mode }: Line['after']): string {
  return mode === 'live' ? 'with real money' : 'on paper'
}

function switched({ whom, nameOf }: Line, values: Line['after']): string {
  if (values['scope'] === 'platform') return 'the whole platform'
  return nameOf(values['subject_id']) ?? whom
}

function algo(whom: string): string {
  return whom === 'an algo' ? whom : `the algo ${whom}`
}
