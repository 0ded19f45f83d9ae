import * as subscriptions from '@trading-bot/contract/rest/billing/subscriptions'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { readUsage } from './read-usage.ts'

export { isTrade } from './is-trade.ts'
export { countExposure, countOpenPositions } from './count-exposure.ts'
export const orderRoutes = [bindRoute(subscriptions.readUsage, readUsage)]
