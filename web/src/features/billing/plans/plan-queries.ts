import { listBots, readBotStats, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readRenewal } from '@trading-bot/contract/rest/billing/renewals'
import { readMySubscription, readUsage } from '@trading-bot/contract/rest/billing/subscriptions'

/** Queries to invalidate when a plan is bought, changed or ended, because its bot instance changes with it. */
export const PLAN_QUERIES = [
  readMySubscription,
  readRenewal,
  readUsage,
  readParticipation,
  listBots,
  readBotStats,
] as const
