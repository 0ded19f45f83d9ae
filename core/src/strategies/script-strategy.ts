import type { Strategy } from './strategy.ts'

/** The metadata of a strategy whose signals come from a script. */
export function scriptStrategy(botType: string): Omit<Strategy, 'botType'> & { readonly botType: string } {
  return {
    botType,
    name: 'Script',
    rule: 'Decided by the Python code of this version.',
    isTwoSided: false,
    revision: 1,
    parameters: {},
    reasons: {
      enterLong: 'The script bought.',
      enterShort: 'The script sold short.',
      exitLong: 'The script left its long position.',
      exitShort: 'The script left its short position.',
    },
    conflict: () => null,
    plan: () => ({ lines: [], decide: () => undefined }),
  }
}
