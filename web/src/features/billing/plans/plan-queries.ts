import { listBots, readBotStats, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { readMySubscription, readUsage } from '@trading-bot/contract/rest/billing/subscriptions'

/** Queries to invalidate when a plan is bought, changed or ended, because its bot instance changes with it. */
export const PLAN_QUERIES = [readMySubscription, readUsage, readParticipation, listBots, readBotStats] as const
