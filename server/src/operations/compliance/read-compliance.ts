import type { readCompliance as spec } from '@trading-bot/contract/rest/operations/compliance'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findRules } from './find-rules.ts'

export const readCompliance: UseCase<typeof spec> = async (context) => {
  const { hosting, performance, paperPrices } = context.config.compliance
  return { hosting, performance, paper_prices: paperPrices, rules: await findRules(context) }
}
