import { useQuery } from '@tanstack/react-query'
import { readCredentialStatus } from '@trading-bot/contract/rest/trading/credentials'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** Whether credentials or capital of a valid subscription are still missing; undefined until that is known. */
export function useUnfinishedSetup(subscription: Subscription | null): boolean | undefined {
  const isHeld = isValidSubscription(subscription)
  const credentials = useQuery({ ...queryOf(readCredentialStatus, {}), enabled: isHeld })
  if (!isHeld) return false
  if (subscription.bot_configuration?.is_complete !== true) return true
  if (credentials.isPending) return undefined
  return credentials.error instanceof ApiFailure && credentials.error.status === 404
}
