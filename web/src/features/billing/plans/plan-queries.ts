import { listBots, readBotStats, readParticipation } from '@trading-bot/contract/rest/bots'
import { readMySubscription, readUsage } from '@trading-bot/contract/rest/subscriptions'

/** What a bought, changed or ended plan makes stale: its bot instance comes, changes or ends with it. */
export const PLAN_QUERIES = [readMySubscription, readUsage, readParticipation, listBots, readBotStats] as const
