import { MINUTE_MS } from '@trading-bot/core/time'
import type { MinutePrice } from '@trading-bot/core/trading/account/state/input'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Token } from '@trading-bot/core/units'
import type { BuiltBar } from '../../../feed/built-bar.ts'
import { stepAccount } from '../../execution/take-input.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import type { RunningMarket } from '../engine/running-market.ts'
import { type Decision, NO_DECISION, type StrategyRunner } from '../engine/strategy-runner.ts'
import { closeIdleRunnersSoon } from './close-idle-runners.ts'
import { keepStates } from './keep-states.ts'

export type ClosedMinute = {
  readonly token: Token
  readonly startMs: number
  /** Null for a minute without trades. */
  readonly bar: BuiltBar | null
  readonly isBackfilled: boolean
}
type RunnerDecision = Decision & { readonly runnerKey: string; readonly closed: ClosedMinute }

/**
 * Processes the end of one minute in the order of the backtest kernel: mark all positions, check limits
 * over the whole account, then ask each strategy runner once for all its instances.
 */
export async function onBarClose(
  engine: LiveEngine,
  market: RunningMarket,
  minutes: readonly ClosedMinute[],
): Promise<void> {
  valueHolders(engine, market, minutes)
  tellClosedByHand(engine, market)
  closeIdleRunnersSoon(engine, market)
  for (const { signal, runnerKey, closed, inputs, ...terms } of await askRunners(market, minutes)) {
    if (signal === 0 || closed.isBackfilled) continue
    const { token, startMs, bar } = closed
    const { share = null, prices = null, part = null } = terms
    const decision = { token, signal, startMs, closePaise: bar?.closePaise ?? null, inputs, share, prices, part }
    const input = { kind: 'DECISION', decision } as const
    for (const account of market.followers.get(runnerKey) ?? []) stepAccount(engine, account, input)
  }
  if (engine.isStopped) return
  keepStates(engine, market)
  // Minutes that were read back ended long ago: how late they are says nothing about the engine.
  const isLive = minutes.some(({ isBackfilled }) => !isBackfilled)
  await engine.carryOut({ kind: isLive ? 'bar' : 'other', sinceMs: Math.max(...minutes.map(closeMs)) })
}

/** Marks the positions of everybody who holds one of the instruments, and looks at their limits. */
function valueHolders(engine: LiveEngine, market: RunningMarket, minutes: readonly ClosedMinute[]): void {
  const { context, holders, witness } = market
  const prices: MinutePrice[] = []
  const touched = new Set<ManagedAccount>()
  for (const { token, startMs, bar } of minutes) {
    if (!bar) continue
    // A last print that nobody has confirmed yet is no price to value a position at.
    const confirmedPaise = witness.isDoubting(token) ? context.lastPaise.get(token) : undefined
    prices.push({ token, startMs, closePaise: confirmedPaise ?? bar.closePaise })
    for (const account of holders.get(token) ?? []) touched.add(account)
  }
  const input = { kind: 'MINUTE', minutes: prices, closedAtMs: closeMs(minutes[0]!) } as const
  for (const account of touched) stepAccount(engine, account, input)
}

/**
 * Tells strategies of positions that were closed by none of their rules: by the owner, the operator or the broker. Once no
 * account that follows a strategy holds the symbol any more, its model account is closed too, so that both agree.
 */
function tellClosedByHand(engine: LiveEngine, market: RunningMarket): void {
  // An account that is still being loaded may hold it.
  if (engine.loadingShards.size > 0) return
  for (const [key, tokens] of market.closedByHand)
    for (const token of tokens) if (!isHeld(market, key, token)) market.runners.get(key)?.closedByHand?.(token)
  market.closedByHand.clear()
}

function isHeld({ holders }: RunningMarket, runnerKey: string, token: Token): boolean {
  for (const { instance } of holders.get(token) ?? []) if (instance.runnerKey === runnerKey) return true
  return false
}

async function askRunners(
  { runners }: RunningMarket,
  minutes: readonly ClosedMinute[],
): Promise<readonly RunnerDecision[]> {
  const asked: Promise<RunnerDecision>[] = []
  const decided: RunnerDecision[] = []
  for (const runner of runners.values()) {
    for (const closed of minutes) {
      if (!runner.tokens.has(closed.token)) continue
      const decision = askRunner(runner, closed)
      const key = { runnerKey: runner.key, closed }
      if (decision instanceof Promise) asked.push(decision.then((made) => ({ ...made, ...key })))
      else if (decision.signal !== 0) decided.push({ ...decision, ...key })
    }
  }
  return asked.length === 0 ? decided : [...decided, ...(await Promise.all(asked))]
}

function askRunner(runner: StrategyRunner, { token, startMs, bar, isBackfilled }: ClosedMinute) {
  if (bar) return runner.step(token, bar, isBackfilled)
  return runner.stepEmpty?.(token, startMs) ?? NO_DECISION
}

function closeMs({ startMs }: ClosedMinute): number {
  return startMs + MINUTE_MS
}
