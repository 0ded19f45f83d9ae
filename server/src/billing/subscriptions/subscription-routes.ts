import { readPlanHolders as planHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import * as subscriptions from '@trading-bot/contract/rest/billing/subscriptions'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { createSubscription } from './create-subscription.ts'
import { downgradeSubscription } from './downgrade-subscription.ts'
import { readMySubscription } from './read-my-subscription.ts'
import { readPlanHolders } from './read-plan-holders.ts'
import { startTrial } from './trials/start-trial.ts'
import { toggleAutoRenew } from './toggle-auto-renew.ts'
import { updateConfiguration } from './configuration/update-configuration.ts'

export const subscriptionRoutes = [
  bindRoute(subscriptions.readMySubscription, readMySubscription),
  bindRoute(subscriptions.createSubscription, createSubscription),
  bindRoute(subscriptions.startTrial, startTrial),
  bindRoute(subscriptions.cancelSubscription, cancelSubscription),
  bindRoute(subscriptions.downgradeSubscription, downgradeSubscription),
  bindRoute(subscriptions.toggleAutoRenew, toggleAutoRenew),
  bindRoute(subscriptions.updateConfiguration, updateConfiguration),
  bindRoute(planHolders, readPlanHolders),
]
