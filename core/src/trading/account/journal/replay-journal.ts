import { DEMO_CALENDAR } from '../../../calendar/demo-calendar.ts'
import type { Session } from '../../../calendar/market-calendar.ts'
import type { InstanceId, Token } from '../../../units.ts'
import type { DatedRules } from '../../check-rules.ts'
import type { Context } from '../state/context.ts'
import { datedRules } from '../state/dated-rules.ts'
import type { Input } from '../state/input.ts'
import type { ManagedAccount, UserAccounts } from '../state/managed-account.ts'
import { openAccount } from '../state/open-account.ts'
import { step } from '../step.ts'
import { describeEffect } from './describe-effect.ts'
import {
  type Facts,
  type Figures,
  figuresOf,
  type JournalInput,
  type JournalLine,
  type Opened,
  type Stepped,
} from './journal-line.ts'

/** Where a replayed step differs from what was recorded; lines count from one. */
export type Difference = {
  readonly line: number
  readonly accountId: InstanceId
  readonly what: string
  readonly recorded: string
  readonly replayed: string
}

export type Replay = {
  readonly steps: number
  readonly differences: readonly Difference[]
  /** What each account had come to at the end. */
  readonly figures: ReadonlyMap<InstanceId, Figures>
}

type Options = {
  readonly clientIdOf: Context['clientIdOf']
  readonly onStep?: (line: Stepped, effects: readonly string[]) => void
}

/** Steps the accounts of a journal through all that was recorded, and compares what they want and come to. */
export function replayJournal(lines: Iterable<JournalLine>, { clientIdOf, onStep }: Options): Replay {
  const stage = openStage(clientIdOf)
  const differences: Difference[] = []
  const figures = new Map<InstanceId, Figures>()
  let number = 0
  let steps = 0
  for (const line of lines) {
    number++
    if (line.kind === 'LEFT') {
      leave(stage, line.accountId)
      continue
    }
    learn(stage, line.facts)
    const accountId = line.kind === 'OPENED' ? line.stored.instance.id : line.accountId
    const compare = (what: string, recorded: string, replayed: string) => {
      if (recorded !== replayed) differences.push({ line: number, accountId, what, recorded, replayed })
    }
    const account = line.kind === 'OPENED' ? enter(stage, line) : stepOnce(stage, line)
    if (line.kind === 'STEPPED') {
      steps++
      const effects = account.effects.map(describeEffect)
      for (let index = 0; index < Math.max(effects.length, line.effects.length); index++)
        compare(`effect ${index + 1}`, line.effects[index] ?? 'none', effects[index] ?? 'none')
      onStep?.(line, effects)
    }
    account.effects.length = 0
    figures.set(accountId, figuresOf(account))
    compare('figures', JSON.stringify(line.figures), JSON.stringify(figuresOf(account)))
  }
  return { steps, differences, figures }
}

/** One user's accounts, with the market and the calendar as far as they were recorded. */
type Stage = {
  readonly context: Context
  readonly user: UserAccounts
  /** Also those that have left: answers that they had waited for still came. */
  readonly accounts: Map<InstanceId, ManagedAccount>
  readonly acceptedAtMs: Map<Token, number>
  readonly sessionNumbers: Map<number, number>
  readonly sessions: Map<string, Session | null>
  ids: readonly string[]
}

function openStage(clientIdOf: Context['clientIdOf']): Stage {
  const acceptedAtMs = new Map<Token, number>()
  let taken = 0
  const stage: Stage = {
    context: {
      nowMs: 0,
      raised: [],
      lastPaise: new Map(),
      acceptedAtMs: (token) => acceptedAtMs.get(token) ?? -Infinity,
      staleTokens: new Set(),
      instruments: new Map(),
      freezes: new Map(),
      nextId: () => stage.ids[taken++] ?? `an id that was not recorded ${taken}`,
      clientIdOf,
      tuning: {},
    },
    user: { day: null, accounts: new Set() },
    accounts: new Map(),
    acceptedAtMs,
    sessionNumbers: new Map(),
    sessions: new Map(),
    get ids() {
      return ids
    },
    set ids(recorded) {
      ids = recorded
      taken = 0
    },
  }
  let ids: readonly string[] = []
  return stage
}

function learn({ context, acceptedAtMs, sessionNumbers, sessions }: Stage, facts: Facts): void {
  for (const [token, paise] of facts.lastPaise ?? []) context.lastPaise.set(token, paise)
  for (const [token, atMs] of facts.acceptedAtMs ?? []) acceptedAtMs.set(token, atMs)
  for (const [token, freeze] of facts.freezes ?? []) context.freezes.set(token, freeze)
  for (const instrument of facts.instruments ?? []) context.instruments.set(instrument.token, instrument)
  for (const [atMs, sessionNumber] of facts.sessionNumbers ?? []) sessionNumbers.set(atMs, sessionNumber)
  for (const [sessionNumber, token, session] of facts.sessions ?? []) sessions.set(`${sessionNumber} ${token}`, session)
  if (!facts.staleTokens) return
  context.staleTokens.clear()
  for (const token of facts.staleTokens) context.staleTokens.add(token)
}

function enter(stage: Stage, opened: Opened): ManagedAccount {
  const { context, user } = stage
  const { stored, instruments, reasons, fillModel, rateCap, atMs: nowMs } = opened
  // As in the engine: nothing of a user without accounts is known any more.
  if (user.accounts.size === 0) user.day = null
  const rules = { ...recordedRules(stage, nowMs), reasons, fillModel }
  const account = openAccount({ stored, instruments, rules, context, user, nowMs, rateCap })
  user.accounts.add(account)
  stage.accounts.set(stored.instance.id, account)
  return account
}

/** The rates of the day are those of every machine; sessions are what was recorded. */
function recordedRules({ sessionNumbers, sessions }: Stage, nowMs: number): DatedRules {
  return {
    ...datedRules(nowMs, DEMO_CALENDAR),
    sessionNumberAt: (atMs) => sessionNumbers.get(atMs) ?? Number.NaN,
    sessionOf: (sessionNumber, { token }) => sessions.get(`${sessionNumber} ${token ?? ''}`) ?? null,
  }
}

function leave({ user, accounts }: Stage, accountId: InstanceId): void {
  const account = accounts.get(accountId)
  if (account) user.accounts.delete(account)
}

function stepOnce(stage: Stage, { accountId, atMs, input, ids }: Stepped): ManagedAccount {
  stage.ids = ids
  const account = stage.accounts.get(accountId)
  if (!account) throw new Error(`the journal steps an account that it has not opened: ${accountId}`)
  step(account, atMs, inputOf(account, input))
  return account
}

function inputOf({ positions }: ManagedAccount, recorded: JournalInput): Input {
  if (!('orderId' in recorded)) return recorded
  const { positionId, orderId, ...input } = recorded
  const order = positions.get(positionId)?.orders.find(({ id }) => id === orderId)
  if (!order) throw new Error(`the journal names an order that is not there: ${orderId}`)
  return { ...input, order }
}
