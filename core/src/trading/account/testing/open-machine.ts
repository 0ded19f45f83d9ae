import { DEMO_CALENDAR } from '../../../calendar/demo-calendar.ts'
import { NO_OWN_LIMITS } from '../../../risk/own-limits.ts'
import { UNLIMITED } from '../../../risk/limits.ts'
import { NIFTY_50 } from '../../../simulated-market/nifty-50.ts'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../../../time.ts'
import type { BotInstance } from '../state/bot-instance.ts'
import type { Context } from '../state/context.ts'
import { datedRules } from '../state/dated-rules.ts'
import type { Input } from '../state/input.ts'
import type { LiveOrder } from '../state/live-order.ts'
import type { ManagedAccount, UserAccounts } from '../state/managed-account.ts'
import { openAccount } from '../state/open-account.ts'
import { step } from '../step.ts'

const STOCK = NIFTY_50.find(({ token }) => token === '3045')!
export const TOKEN = STOCK.token
export const PRICE_PAISE = 80_000
export const START_MS = indiaDayStartMs(dayNumberOf('2026-11-16')) + 610 * MINUTE_MS

const INSTANCE: BotInstance = {
  id: 'bot',
  userId: 'user',
  shard: 0,
  strategyId: 'strategy',
  version: 1,
  mode: 'LIVE',
  runnerKey: 'run',
  interval: '1m',
  botType: 'puppet',
  parameters: {},
  instruments: [STOCK],
  capital: { capitalPaise: 10_000_000 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100, stopLossBps: 100 },
  ownLimits: NO_OWN_LIMITS,
  onRefusedStop: 'CLOSE',
  isRunning: true,
  entriesUntilMs: Infinity,
  closeRequests: 0,
  positionsToClose: [],
  positionsToRelease: [],
  carriedPaise: 0,
}

const NOTHING_STORED = {
  positions: [],
  lost: [],
  sentToday: [],
  realisedLongPaise: 0,
  realisedShortPaise: 0,
  realisedThisSessionPaise: 0,
  realisedThisWeekPaise: 0,
  peakNetPaise: 0,
  entriesThisSession: 0,
  stoppedBy: null,
}

/** One account's machine, whose books were read; the test carries nothing out. Beside another it is of the same user. */
export function openMachine(change: Partial<BotInstance> = {}, beside?: { readonly account: ManagedAccount }) {
  let next = 0
  const context: Context = beside?.account.context ?? {
    nowMs: START_MS,
    raised: [],
    lastPaise: new Map([[TOKEN, PRICE_PAISE]]),
    acceptedAtMs: () => START_MS,
    staleTokens: new Set(),
    instruments: new Map([[TOKEN, STOCK]]),
    freezes: new Map(),
    nextId: () => `id-${++next}`,
    clientIdOf: ({ purpose, attempt }) => `${purpose}-${attempt}-${next}`,
    tuning: {},
  }
  const user: UserAccounts = beside?.account.user ?? { day: null, accounts: new Set() }
  const reasons = { enterLong: 'up', enterShort: 'down', exitLong: 'over', exitShort: 'over' }
  const account = openAccount({
    stored: { instance: { ...INSTANCE, ...change }, ...NOTHING_STORED },
    instruments: [STOCK],
    rules: { ...datedRules(START_MS, DEMO_CALENDAR), fillModel: { slippageBps: 0 }, reasons },
    context,
    user,
    nowMs: START_MS,
  })
  user.accounts.add(account)
  /** Takes an input after so many milliseconds and gives what the account wants done. */
  const take = (input: Input, afterMs = 0) => {
    account.effects.length = 0
    return [...step(account, context.nowMs + afterMs, input)]
  }
  take({ kind: 'BEGIN', sentToday: [] })
  take({ kind: 'LOOK_UP' })
  take({ kind: 'BOOKS', books: { orders: [], trades: [], positions: [] } })
  return {
    account,
    take,
    slot: account.core.slots[0]!,
    decide: (signal: number) => {
      const decision = { token: TOKEN, signal, startMs: START_MS - MINUTE_MS, closePaise: PRICE_PAISE, inputs: {} }
      return take({ kind: 'DECISION', decision: { share: null, prices: null, part: null, ...decision } })
    },
    last: (): LiveOrder => [...account.positions.values()].flatMap(({ orders }) => orders).at(-1)!,
  }
}
