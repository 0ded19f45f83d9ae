import type { quoteUpgrade } from '@trading-bot/contract/rest/billing/payments'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../../lib/format.ts'
import { chargeOf, cycleLabel, type SelectedPlan } from '../plans/selected-plan.ts'
import type { Line } from './plan-summary.tsx'

/** What is bought, line by line, and what it costs now in rupees. */
export type Bill = { readonly planName: string; readonly lines: readonly Line[]; readonly due: number }

/** Providers accept no less than one rupee. */
const LEAST_PAID = 1

export function purchaseBill(plan: SelectedPlan, credit = 0): Bill {
  const due = Math.max(LEAST_PAID, chargeOf(plan) - credit)
  return {
    planName: plan.name,
    lines: [...priceLines(plan), ...creditLines(credit), ['Total', formatRupees(due)]],
    due,
  }
}

/** The next period, which starts when the running one ends. */
export function renewalBill(plan: SelectedPlan, { end_date, credit, next_price }: Subscription): Bill {
  const hasNext = next_price !== null && end_date !== null && next_price.from <= end_date
  const { planName, lines, due } = purchaseBill(hasNext ? { ...plan, price: next_price.price } : plan, credit)
  return { planName, lines: [['Next period starts', formatDate(end_date)], ...lines], due }
}

/** The unused value of the old plan is credited. What is due is the server's quote, which its order charges. */
export function upgradeBill(plan: SelectedPlan, { unused_value, credit, due }: CallAnswer<typeof quoteUpgrade>): Bill {
  const unused = ['Unused value of your plan', formatRupees(-unused_value)] as const
  const lines: readonly Line[] = [...priceLines(plan), unused, ...creditLines(credit), ['Due now', formatRupees(due)]]
  return { planName: plan.name, lines, due }
}

function priceLines(plan: SelectedPlan): readonly Line[] {
  return [
    ['Price', `${formatRupees(plan.price)}/month`],
    ['Billing cycle', cycleLabel(plan)],
  ]
}

function creditLines(credit: number): readonly Line[] {
  return credit > 0 ? [['Your credit', formatRupees(-credit)]] : []
}
