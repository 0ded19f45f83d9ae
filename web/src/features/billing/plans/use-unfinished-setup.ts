import { useQuery } from '@tanstack/react-query'
import { readCredentialStatus } from '@trading-bot/contract/rest/trading/credentials'
import { modeOf, type Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'

/**
 * Whether a valid subscription still lacks its capital or, to trade live, credentials; undefined until that is known.
 */
export function useUnfinishedSetup(subscription: Subscription | null): boolean | undefined {
  const isHeld = isValidSubscription(subscription)
  const configuration = subscription?.bot_configuration ?? null
  const isLive = isHeld && configuration !== null && modeOf(configuration) === 'live'
  const credentials = useQuery({ ...queryOf(readCredentialStatus, {}), enabled: isLive })
  if (!isHeld) return false
  if (configuration?.is_complete !== true) return true
  if (!isLive) return false
  if (credentials.isPending) return undefined
  return credentials.error instanceof ApiFailure && credentials.error.status === 404
}
