import { OwnAccountChecks } from '../../features/account-checks/own-account-checks.tsx'
import { SubscriptionsPage } from '../../features/billing/subscriptions/subscriptions-page.tsx'
import { BotPanel } from '../../features/bots/bot-panel.tsx'
import { FormerBot } from '../../features/bots/ended-plan-notice.tsx'
import { OwnReality } from '../../features/reality-checks/own-reality.tsx'
import { botTools } from './bot-tools.tsx'

/** Combines two features on one screen: the plan and the bot that runs on it. */
export function SubscriptionsScreen() {
  return (
    <SubscriptionsPage
      botPanel={
        <>
          <BotPanel renderTools={botTools} />
          <OwnReality />
          <OwnAccountChecks />
        </>
      }
      formerBot={<FormerBot />}
    />
  )
}
