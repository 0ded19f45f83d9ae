import type { PayerList } from '@trading-bot/contract/rest/billing/business'

/** What a column of the desk is called, and what counts in it. */
export const LIST_WORDS = {
  paying: { name: 'MRR', about: 'A month’s worth of every paid period that runs, less GST, rounded down.' },
  new: { name: 'New', about: 'Users who pay for the first time.' },
  expansion: { name: 'Expansion', about: 'Payers whose plan became dearer.' },
  contraction: { name: 'Contraction', about: 'Payers whose plan became cheaper.' },
  churn: { name: 'Churn', about: 'Users who paid at the start of the month and do not any more.' },
  reactivation: { name: 'Reactivation', about: 'Users who had paid before, had stopped, and pay again.' },
} as const satisfies Record<PayerList, { name: string; about: string }>

/** 2026-11 as Nov 2026. */
export function monthName(month: string): string {
  const [year = '', number = ''] = month.split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${names[Number(number) - 1] ?? number} ${year}`
}
