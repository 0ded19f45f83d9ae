import type {
  exportCompliance as exportSpec,
  readCompliance as spec,
  Rule,
} from '@trading-bot/contract/rest/operations/compliance'
import { csvOf } from '@trading-bot/core/csv-of'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Finding, RuleCheck, RuleContext } from './rule.ts'
import { RULES } from './rules.ts'

export const readCompliance: UseCase<typeof spec> = async (context) => {
  const { hosting, performance, paperPrices } = context.config.compliance
  return { hosting, performance, paper_prices: paperPrices, rules: await findAll(context) }
}

const TITLES = ['Rule', 'State', 'Evidence', 'As of', 'Source', 'Source of', 'Drawn up']

/** What could be shown to a broker or an auditor on the day it was asked for. */
export const exportCompliance: UseCase<typeof exportSpec> = async (context) => {
  const drawnUp = context.clock.now().toISOString()
  const rules = await findAll(context)
  const lines = rules.map((rule) => [
    rule.title,
    rule.state,
    rule.evidence,
    rule.evidence_at,
    rule.source,
    rule.source_day,
    drawnUp,
  ])
  return new TextEncoder().encode(csvOf([TITLES, ...lines]))
}

async function findAll(context: RuleContext): Promise<Rule[]> {
  return Promise.all(RULES.map((rule) => find(context, rule)))
}

/** What cannot be read is unknown, and says nothing about the other rules. */
async function find(context: RuleContext, { check, ...rule }: RuleCheck): Promise<Rule> {
  const unread: Finding = { state: 'unknown', evidence: 'It could not be read. Look again in a minute.' }
  const { state, evidence, at } = await check(context).catch(() => unread)
  return { ...rule, state, evidence, evidence_at: at?.toISOString() ?? null }
}
