import type { UnknownReason } from '@trading-bot/core/reality-check/agreement'
import { compareSession, type SessionComparison } from '@trading-bot/core/reality-check/compare-session'
import { type ReplayedSymbol, replaySession } from '@trading-bot/core/reality-check/replay-session'
import type { Decided } from '@trading-bot/core/backtest/backtest-input'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { CAUTIOUS_FILLS } from '@trading-bot/core/fills/fill-model'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { TradingRules } from '@trading-bot/core/trading/trading-rules'
import { collectSignals } from '@trading-bot/engine/sandbox/strategies/collect-signals'
import type { DeployedScript } from '@trading-bot/engine/sandbox/strategies/script-runner-setup'
import type { Deps } from '../../platform/http/context.ts'
import { BotSettings } from '../bot-instances/index.ts'
import { findDeployedScript } from '../strategies/index.ts'
import { readBars } from './read-bars.ts'
import type { InstanceSession } from './read-session.ts'

export type Outcome =
  | { readonly kind: 'compared'; readonly comparison: SessionComparison; readonly isSimulated: boolean }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string }

const SCRIPT_LIMITS = { memoryMb: 512, cpuS: 30, loadMs: 4_000, stepMs: 20_000 }

/** Replays an instance's session by the version of its orders, with the fills of every backtest. */
export async function replayInstance(deps: Deps, ran: InstanceSession, session: Session): Promise<Outcome> {
  const { obtained } = ran
  if (obtained.intents.length === 0) return unknown('NO_TRADES')
  if (!ran.isCurrent) return unknown('SETTINGS_CHANGED')
  const settings = BotSettings.parse(ran.settings)
  const bars = await readBars(deps, { mode: ran.mode, settings }, session)
  if (bars === null) return unknown('NO_BARS')
  const script = await findDeployedScript(deps.db, ran.strategyId, ran.version)
  if (script === null || 'refusal' in script) return unknown('REPLAY_FAILED', script?.refusal ?? 'The version is gone.')
  const rules: TradingRules = {
    capital: settings.capital,
    limits: settings.limits,
    fillModel: CAUTIOUS_FILLS,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar: deps.calendar,
    interval: settings.interval,
  }
  const native = script.runsAs === 'native' ? findStrategy(settings.botType) : undefined
  const decided = native ? undefined : await decideByScript(deps, script, rules, bars.symbols)
  if (typeof decided === 'string') return unknown('REPLAY_FAILED', decided)
  const replayed = replaySession({
    ...rules,
    strategy: native ?? scriptStrategy(settings.botType),
    parameters: native ? settings.parameters : {},
    ...(decided && { decided }),
    symbols: bars.symbols,
    // The bar during which it started is the first that it decided on.
    fromMs: Math.floor(ran.fromMs / MINUTE_MS) * MINUTE_MS,
    untilMs: ran.untilMs,
  })
  if (!replayed.ok) return unknown('REPLAY_FAILED', replayed.refusal.sentence)
  return {
    kind: 'compared',
    comparison: compareSession(obtained, replayed.value),
    isSimulated: bars.isSimulated,
  }
}

/** A script's decisions, or why it failed. */
async function decideByScript(
  { scripts }: Deps,
  { code, filename, files, parameters, rules: model }: DeployedScript,
  rules: TradingRules,
  symbols: readonly ReplayedSymbol[],
): Promise<Decided | string> {
  const seen = symbols.map((symbol) => ({ ...symbol, bars: symbol.seen }))
  const source = { code, filename, ...(files && { files }) }
  const run = { ...source, parameters, rules, model, symbols: seen, limits: SCRIPT_LIMITS }
  const collected = await collectSignals(scripts, run)
  if (collected === null) return 'The replay was cancelled.'
  return collected.kind === 'failed' ? collected.error : { signals: collected.signals, sizes: collected.sizes }
}

function unknown(reason: UnknownReason, detail = ''): Outcome {
  return { kind: 'unknown', reason, detail }
}
