import { SubscriptionsPage } from '../features/billing/subscriptions/subscriptions-page.tsx'
import { BotPanel } from '../features/bots/bot-panel.tsx'

/** Two features on one screen: the plan, and the bot that runs on it. */
export function SubscriptionsScreen() {
  return <SubscriptionsPage botPanel={<BotPanel />} />
}
