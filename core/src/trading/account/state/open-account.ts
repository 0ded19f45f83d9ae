import { type RateLimit, rateLimiter } from '../../../rate-limit/rate-limiter.ts'
import { DENIALS } from '../../../risk/denial.ts'
import { tightenLimits } from '../../../risk/own-limits.ts'
import { rollSession } from '../../roll-session.ts'
import { type AccountRules, openTradingAccount } from '../../trading-account.ts'
import type { BotInstance, TradedInstrument } from './bot-instance.ts'
import type { Context } from './context.ts'
import { foldSlot } from './fold-slot.ts'
import { type ManagedAccount, openOrders, type UserAccounts } from './managed-account.ts'
import type { StoredAccount } from './stored-account.ts'
import { notifyOwner } from './want.ts'

/** Orders per second, minute and hour that the exchange's rules and the broker allow one account. */
export const RATE_CAP: RateLimit = { second: 9, minute: 500, hour: 1_000, keepsTenth: true }

type Opening = {
  readonly stored: StoredAccount
  readonly instruments: readonly TradedInstrument[]
  readonly rules: Omit<AccountRules, 'limits' | 'excludedSymbols' | 'onTrade' | 'onDenial'>
  readonly context: Context
  readonly user: UserAccounts
  readonly nowMs: number
  readonly rateCap?: RateLimit | undefined
}

/** Rebuilds the account from the store: positions, capital in use and daily limits follow from its orders. */
export function openAccount(opening: Opening): ManagedAccount {
  const { stored, instruments, rules, context, user, nowMs, rateCap = RATE_CAP } = opening
  const { instance } = stored
  const core = openTradingAccount(
    {
      ...rules,
      ...limitRules(instance),
      onTrade: () => {},
      onDenial: (code) => {
        if (code === 'DAILY_ORDERS_SPENT') notifyOwner(account, 'LIMIT_REACHED', DENIALS[code])
      },
    },
    instance.capital,
    instruments.map((instrument) => ({ instrument, traits: instrument })),
  )
  for (const slot of core.slots) rollSession(core, slot, nowMs)
  core.longCapital.realisedPaise += stored.realisedLongPaise
  core.shortCapital.realisedPaise += stored.realisedShortPaise
  core.realisedPaise = stored.realisedLongPaise + stored.realisedShortPaise
  core.netAtSessionStartPaise = core.realisedPaise - stored.realisedThisSessionPaise
  core.netAtWeekStartPaise = core.realisedPaise - stored.realisedThisWeekPaise
  core.peakRealisedPaise = stored.peakNetPaise
  core.entriesToday = stored.entriesThisSession
  core.stoppedBy = stored.stoppedBy
  const account: ManagedAccount = {
    instance,
    core,
    context,
    effects: [],
    user,
    orderRateLimiter: rateLimiter(rateCap),
    positions: new Map([...stored.positions, ...stored.lost].map((position) => [position.id, position])),
    queue: [],
    isReconciled: false,
    isReading: false,
    mustReadAgain: false,
    positionsDueMs: nowMs,
    rejectionsInARow: 0,
    isDraining: false,
    isGone: false,
    notified: new Set(),
  }
  account.queue = openOrders(account)
    .filter(({ state }) => state === 'CREATED')
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
  for (const { instrument } of core.slots) foldSlot(account, instrument.token)
  return account
}

/** The part of an account's rules that its owner may tighten. */
export function limitRules({ limits, ownLimits }: BotInstance): Pick<AccountRules, 'limits' | 'excludedSymbols'> {
  return { limits: tightenLimits(limits, ownLimits), excludedSymbols: new Set(ownLimits.excludedSymbols) }
}
