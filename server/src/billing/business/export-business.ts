import { type exportBusiness as spec, MOVEMENTS } from '@trading-bot/contract/rest/billing/business'
import { csvOf } from '@trading-bot/core/csv-of'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readMonths } from './read-business.ts'

const TITLES = [
  'month',
  'as_of',
  'start_mrr',
  ...MOVEMENTS,
  'mrr',
  'start_payers',
  ...MOVEMENTS.map((movement) => `${movement}_payers`),
  'payers',
  'collected',
  'refunded',
]

export const exportBusiness: UseCase<typeof spec> = async ({ db }) => {
  const months = await readMonths(db)
  const rows = months.map((each) => [
    each.month,
    each.as_of,
    each.start_mrr,
    ...MOVEMENTS.map((movement) => each.movements[movement].amount),
    each.mrr,
    each.start_payers,
    ...MOVEMENTS.map((movement) => each.movements[movement].payers),
    each.payers,
    each.collected,
    each.refunded,
  ])
  return new TextEncoder().encode(csvOf([TITLES, ...rows]))
}
