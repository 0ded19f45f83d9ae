import { useQuery } from '@tanstack/react-query'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

type Change = { readonly email_notifications: boolean } | { readonly telegram_notifications: boolean }

/** The two switches of the bot's configuration, which stand above the kinds; null without a plan. */
export function useBotSwitches() {
  const subscription = useQuery(queryOf(readMySubscription, {})).data
  const update = useCall(updateConfiguration, { refresh: [readMySubscription] })
  const configuration = subscription?.bot_configuration
  const isOpen = subscription?.status === 'active' || subscription?.status === 'pending'
  if (!subscription || !configuration || !isOpen) return null
  const shown = { ...configuration, ...(update.isPending && update.variables) }
  return {
    /** Whether the plan includes alerts by Telegram. */
    hasTelegram: subscription.plan?.allows_telegram !== false,
    byMail: shown.email_notifications,
    byTelegram: shown.telegram_notifications,
    save: (change: Change) => update.mutate({ id: subscription.id, ...change }),
  }
}
