import type { Rule } from '@trading-bot/contract/rest/operations/compliance'
import type { Context } from '../../platform/http/context.ts'

/** What was found: the state, the sentence that shows it, and when it was so. */
export type Finding = Pick<Rule, 'state' | 'evidence'> & { readonly at?: Date | null }

export type RuleContext = Pick<Context, 'db' | 'clock' | 'config'>

export type RuleCheck = Pick<Rule, 'key' | 'title' | 'source' | 'source_day' | 'path'> & {
  readonly check: (context: RuleContext) => Promise<Finding>
}

export const SEBI_2025 = {
  source:
    'SEBI, safer participation of retail investors in algorithmic trading (SEBI/HO/MIRSD/MIRSD-PoD/P/CIR/2025/0000013)',
  source_day: '2025-02-04',
}

export const met = (evidence: string, at: Date | null = null): Finding => ({ state: 'met', evidence, at })
export const notMet = (evidence: string, at: Date | null = null): Finding => ({ state: 'not-met', evidence, at })
export const notApplicable = (evidence: string): Finding => ({ state: 'not-applicable', evidence })

export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
