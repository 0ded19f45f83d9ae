import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { planOf } from './subscription-rules.ts'
import { useUnfinishedSetup } from './use-unfinished-setup.ts'

/** Where every purchase leads: the rest of the set-up, then the button that starts the bot. */
export function NextStep({ subscription }: { subscription: Subscription | null }) {
  const isUnfinished = useUnfinishedSetup(subscription)
  const isHeld = isValidSubscription(subscription)
  const participation = useQuery({ ...queryOf(readParticipation, {}), enabled: isHeld })
  const plan = subscription && planOf(subscription)
  if (!isHeld || !plan || isUnfinished === undefined) return null
  if (isUnfinished) {
    return (
      <ButtonLink to="/subscription-flow/$step" params={{ step: '1' }} state={{ selectedPlan: plan }}>
        Finish setup
      </ButtonLink>
    )
  }
  if (participation.data?.is_user_participating !== false) return null
  return (
    <ButtonLink to="/subscriptions" hash="your-bot">
      Start Bot
    </ButtonLink>
  )
}
