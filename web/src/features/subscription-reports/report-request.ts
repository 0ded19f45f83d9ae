import { SUBSCRIPTION_SORTS, type SubscriptionSort } from '@trading-bot/contract/rest/billing/subscription-reports'
import { SubscriptionStatus } from '@trading-bot/contract/rest/billing/subscriptions'

type Search = Readonly<Record<string, string | undefined>>

/** Converts the URL's search values to the request of both report calls; invalid values are dropped. */
export function reportRequest({ from, to, status, email, sort }: Search) {
  const known = SubscriptionStatus.safeParse(status)
  const stats = {
    ...(isDay(from) && { start_date: from }),
    ...(isDay(to) && { end_date: to }),
    ...(known.success && { status: known.data }),
  }
  const list = {
    ...stats,
    ...(email && { user_email: email }),
    ...(isSort(sort) && { sort_by: sort }),
  }
  return { stats, list }
}

function isDay(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')
}

export function isSort(text: string | undefined): text is SubscriptionSort {
  return text !== undefined && text in SUBSCRIPTION_SORTS
}
