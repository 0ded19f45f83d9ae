import type { Rule } from '@trading-bot/contract/rest/operations/compliance'
import type { Finding, RuleCheck, RuleContext } from './rule.ts'
import { RULES } from './rules.ts'

/** Every rule as it is kept now. */
export async function findRules(context: RuleContext): Promise<Rule[]> {
  return Promise.all(RULES.map((rule) => find(context, rule)))
}

/** What cannot be read is unknown, and says nothing about the other rules. */
async function find(context: RuleContext, { check, ...rule }: RuleCheck): Promise<Rule> {
  const unread: Finding = { state: 'unknown', evidence: 'It could not be read. Look again in a minute.' }
  const { state, evidence, at } = await check(context).catch(() => unread)
  return { ...rule, state, evidence, evidence_at: at?.toISOString() ?? null }
}
