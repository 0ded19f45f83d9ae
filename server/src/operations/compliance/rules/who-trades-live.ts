import { met, type RuleCheck, SEBI_2025 } from '../rule.ts'

const WORDS = {
  simulated: 'The demo: its exchange is simulated, and no order leaves this machine.',
  paper: 'Nobody: bots trade on paper only (HOSTING=paper).',
  'own-logic': 'Users on regular plans, by parameters that they confirmed as their own (HOSTING=own-logic).',
  provider: 'Subscribers of the empanelled provider, by strategies that the broker approved (HOSTING=provider).',
}

export const WHO_TRADES_LIVE: RuleCheck = {
  key: 'hosting',
  title: 'It is settled who may trade with real money here',
  ...SEBI_2025,
  path: null,
  check: async ({ config }) => met(WORDS[config.compliance.hosting]),
}
