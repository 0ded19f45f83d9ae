import { refuse } from '@trading-bot/contract/rest/refusals'
import type { previewPlanChange as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import type { Limits } from '@trading-bot/core/risk/limits'
import { findOffer, followPlan, type PlanOffer } from '../../../billing/subscriptions/index.ts'
import type { Config } from '../../../platform/config.ts'
import { tryOut } from '../../../platform/db/try-out.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { BotInstanceDetails } from '../bot-store.ts'
import { findCurrentInstance } from '../find-current-instance.ts'
import { currentSession } from '../limits/current-session.ts'
import { findFigures } from '../limits/figures-store.ts'
import { effectiveLimits } from '../limits/own-limits.ts'
import { BotSettings } from './bot-settings.ts'

/** What a plan change does to the bot, in sentences, before anything is paid: it is made and taken back. */
export const previewPlanChange: UseCase<typeof spec> = async ({ db, actor, calendar, clock, config }, input) => {
  const now = clock.now()
  const offer = await findOffer(db, input, undefined)
  if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
  const { subscription, instance: before } = await findCurrentInstance(db, actor.userId, now)
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  const former = await findOffer(db, subscription, null)
  const lost = former ? lostLines(former, offer, config) : []
  if (!before) return { lines: lost }
  const after = await tryOut(db, async (tx) => {
    const changed = { ...subscription, plan_id: offer.planId, bot_plan_id: offer.botPlanId }
    await followPlan(tx, { former: subscription, changed }, offer, now)
    return (await findCurrentInstance(tx, actor.userId, now)).instance
  })
  const used = (await findFigures(db, before.id, currentSession(calendar, now)))?.orders ?? 0
  const changed = after
    ? [...botLines(before, after, used), ...symbolLines(before, after), ...limitLines(before, after)]
    : []
  return { lines: [...changed, ...lost] }
}

function botLines(before: BotInstanceDetails, after: BotInstanceDetails, used: number): string[] {
  const [most, mostAfter] = [entriesOf(before), entriesOf(after)]
  const open = before.open_positions
  const held = open === 1 ? 'Its open position keeps' : `Its ${open} open positions keep`
  const stopsBy = after.status === 'stopped' && before.status !== 'stopped' ? after.status_reason : null
  if (after.id === before.id && stopsBy !== null)
    return [
      `${before.name} stops. ${stopsBy.replace(/^Your plan changed\. /, '')}`,
      ...(open === 0 ? [] : [`${held} stop, target and square-off until closed.`]),
    ]
  if (after.id === before.id)
    return [
      `${before.name} goes on${open === 0 ? '' : '; the new limits apply once it holds nothing'}.`,
      `Entries today: ${used} of ${mostAfter} used (${most} before).`,
    ]
  return [
    `${before.name} ends, with its trades under its own name.`,
    ...(open === 0 ? [] : [`${held} stop, target and square-off until closed.`]),
    `${after.name} begins${beginning(after)}${open === 0 ? '' : ', and opens nothing until then'}.`,
    `Entries today: ${used} of ${most} used; ${after.name} begins with 0 of ${mostAfter}. Today’s loss counts on.`,
  ]
}

function beginning({ status, status_reason, mode }: BotInstanceDetails): string {
  if (status === 'running') return ' at once, on paper'
  if (status === 'paused') return ' paused'
  if (mode === 'live') return ' stopped: it trades live once you consent to it'
  return status_reason ? ' stopped, until you start it' : ' stopped'
}

function entriesOf({ settings }: BotInstanceDetails): number {
  return BotSettings.parse(settings).limits.maxEntriesPerDay
}

/** Symbols that it gives up; what it holds in them is managed until it is closed. */
function symbolLines(before: BotInstanceDetails, after: BotInstanceDetails): string[] {
  const [old, next] = [before, after].map(({ settings }) =>
    BotSettings.parse(settings).instruments.map(({ symbol }) => symbol),
  )
  if (!old || !next || next.length >= old.length) return []
  const names = next.length <= NAMED_SYMBOLS ? ` (${next.join(', ')})` : ''
  const held = before.open_positions > 0 ? ' Open positions in the others are managed until closed.' : ''
  return [`Symbols: ${old.length} before, ${next.length} after${names}.${held}`]
}

const NAMED_SYMBOLS = 5

/** What the plan takes away, of what this installation offers. */
function lostLines(former: PlanOffer, next: PlanOffer, config: Config): string[] {
  const losesLive = config.liveTrading && former.allowsLive && !next.allowsLive
  const losesTelegram = config.telegram !== undefined && former.allowsTelegram && !next.allowsTelegram
  return [
    ...(losesLive ? [`${next.name} allows paper trading only.`] : []),
    ...(losesTelegram ? [`${next.name} sends alerts by e-mail, not by Telegram.`] : []),
  ]
}

const MONEY_LIMITS = {
  maxLossPerDayPaise: 'Max loss per day',
  maxProfitPerDayPaise: 'Profit to stop at',
  maxLossPerWeekPaise: 'Max loss per week',
  maxDrawdownPaise: 'Max drawdown',
  maxOpenValuePaise: 'Max open value',
} as const satisfies Partial<Record<keyof Limits, string>>

/** Only what changes; what was stricter before stays, and says nothing. */
function limitLines(before: BotInstanceDetails, after: BotInstanceDetails): string[] {
  const [old, next] = [before, after].map((one) =>
    effectiveLimits({ ...one, settings: BotSettings.parse(one.settings) }),
  )
  const shown = (paise: number | null | undefined) => (typeof paise === 'number' ? formatRupees(paise / 100) : 'none')
  return Object.entries(MONEY_LIMITS).flatMap(([field, name]) => {
    const [from, to] = [old?.[field as keyof Limits], next?.[field as keyof Limits]]
    return from === to ? [] : [`${name}: ${shown(from)} before, ${shown(to)} after.`]
  })
}
