import type { Session } from '../../../calendar/market-calendar.ts'
import type { Paise, Token } from '../../../units.ts'
import type { AccountRules } from '../../trading-account.ts'
import type { Freeze } from '../state/context.ts'
import type { Input } from '../state/input.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { describeEffect } from './describe-effect.ts'
import { type Facts, figuresOf, type JournalInput, type Opened, writeLine } from './journal-line.ts'

/** Writes the journal of one user's accounts. */
export type Journal = {
  /** Rules whose answers about the calendar are recorded; an account is opened with them. */
  readonly recordCalendar: <Rules extends Pick<AccountRules, 'sessionNumberAt' | 'sessionOf'>>(rules: Rules) => Rules
  readonly opened: (account: ManagedAccount, opening: Omit<Opened, 'kind' | 'facts' | 'figures'>) => void
  /** Before a step: what it is about to see of the market. */
  readonly begin: (account: ManagedAccount) => void
  readonly stepped: (account: ManagedAccount, input: Input, ids: readonly string[]) => void
  readonly left: (account: ManagedAccount) => void
}

export function openJournal(write: (line: string) => void): Journal {
  const changesOfMarket = marketChanges()
  let facts: Facts = {}
  let effectsBefore = 0
  let numbers: [number, number][] = []
  let sessions: [number, Token, Session | null][] = []
  const takeFacts = (): Facts => {
    const taken = {
      ...facts,
      ...(numbers.length > 0 && { sessionNumbers: numbers }),
      ...(sessions.length > 0 && { sessions }),
    }
    facts = {}
    numbers = []
    sessions = []
    return taken
  }
  return {
    recordCalendar: (rules) => ({
      ...rules,
      sessionNumberAt: (atMs) => {
        const number = rules.sessionNumberAt(atMs)
        numbers.push([atMs, number])
        return number
      },
      sessionOf: (number, traits) => {
        const session = rules.sessionOf(number, traits)
        sessions.push([number, traits.token ?? '', session])
        return session
      },
    }),
    opened(account, opening) {
      facts = changesOfMarket(account)
      write(writeLine({ kind: 'OPENED', ...opening, facts: takeFacts(), figures: figuresOf(account) }))
    },
    begin(account) {
      facts = changesOfMarket(account)
      effectsBefore = account.effects.length
    },
    stepped(account, input, ids) {
      const { context, effects, instance } = account
      write(
        writeLine({
          kind: 'STEPPED',
          atMs: context.nowMs,
          accountId: instance.id,
          input: journalInput(input),
          facts: takeFacts(),
          ids: [...ids],
          effects: effects.slice(effectsBefore).map(describeEffect),
          figures: figuresOf(account),
        }),
      )
    },
    left: ({ context, instance }) => write(writeLine({ kind: 'LEFT', atMs: context.nowMs, accountId: instance.id })),
  }
}

function journalInput(input: Input): JournalInput {
  if (!('order' in input)) return input
  const { order, ...rest } = input
  return { ...rest, positionId: order.positionId, orderId: order.id }
}

/** Tells of the market of an account's instruments what has changed since it was asked last. */
function marketChanges(): (account: ManagedAccount) => Facts {
  const prices = new Map<Token, Paise>()
  const accepted = new Map<Token, number>()
  const freezes = new Map<Token, Freeze>()
  const instruments = new Set<Token>()
  let stale = ''
  return (account) => {
    const { lastPaise, acceptedAtMs, staleTokens, freezes: known, instruments: all } = account.context
    const tokens = account.core.slots.map(({ instrument }) => instrument.token)
    const facts = {
      lastPaise: newIn(prices, tokens, (token) => lastPaise.get(token)),
      acceptedAtMs: newIn(accepted, tokens, acceptedAtMs),
      freezes: newIn(freezes, tokens, (token) => known.get(token)),
      instruments: tokens.flatMap((token) => (instruments.has(token) ? [] : (all.get(token) ?? []))),
    }
    for (const { token } of facts.instruments) instruments.add(token)
    const staleNow = [...staleTokens]
    const isStaleNew = staleNow.join() !== stale
    stale = staleNow.join()
    return {
      ...Object.fromEntries(Object.entries(facts).filter(([, changed]) => changed.length > 0)),
      ...(isStaleNew && { staleTokens: staleNow }),
    }
  }
}

function newIn<Value>(
  known: Map<Token, Value>,
  tokens: readonly Token[],
  read: (token: Token) => Value | undefined,
): [Token, Value][] {
  const changed: [Token, Value][] = []
  for (const token of tokens) {
    const value = read(token)
    if (value === undefined || known.get(token) === value) continue
    known.set(token, value)
    changed.push([token, value])
  }
  return changed
}
