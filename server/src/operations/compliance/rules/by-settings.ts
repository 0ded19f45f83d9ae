import { met, notMet, type RuleCheck, SEBI_2025 } from '../rule.ts'

export const CLAIMS_ARE_FEW: RuleCheck = {
  key: 'claims',
  title: 'Nobody is won by past or expected returns',
  source: 'SEBI, circular on performance claims of algo platforms; PaRRVA framework of 4 April 2025',
  source_day: '2022-09-02',
  path: null,
  check: async ({ config }) => {
    const { performance, verification } = config.compliance
    if (performance === 'verified' && verification)
      return met(
        `Figures verified by ${verification.agency}, ${verification.reference} of ${verification.day} (PERFORMANCE=verified).`,
      )
    return met(
      {
        simulated: 'The demo’s figures are made up, and marked so.',
        off: 'No result of a strategy is shown to anybody (PERFORMANCE=off).',
        'own-account': 'Results of a strategy are shown to its holders only (PERFORMANCE=own-account).',
        verified: 'Only verified figures are shown.',
      }[performance],
    )
  },
}

export const PRICES_ARE_OWN: RuleCheck = {
  key: 'prices',
  title: 'Real-time prices are not passed on to third parties',
  source: 'SEBI, norms for sharing real-time prices (MRD-PoD-3/P/CIR/2024/56), lag of 30 days since 8 May 2026',
  source_day: '2024-05-24',
  path: null,
  check: async ({ config }) => {
    const { paperPrices, pricesAgreement } = config.compliance
    if (paperPrices === 'simulated')
      return met('Charts and paper trading have simulated prices (PAPER_PRICES=simulated).')
    if (paperPrices === 'delayed')
      return met('Charts end 30 days ago, and paper accounts trade on a day that is older (PAPER_PRICES=delayed).')
    return pricesAgreement
      ? met(`By the agreement ${pricesAgreement.reference} of ${pricesAgreement.day} (PAPER_PRICES=live).`)
      : notMet('Real-time prices without an agreement: for a developer’s machine only.')
  },
}

export const FEE_SHARING_IS_DISCLOSED: RuleCheck = {
  key: 'fee-sharing',
  title: 'Sharing of fees or brokerage is disclosed',
  ...SEBI_2025,
  path: null,
  check: async ({ config }) =>
    met(
      config.compliance.feeSharing === undefined
        ? 'Nothing is shared, as the terms say (FEE_SHARING is not set).'
        : `As the terms say: ${config.compliance.feeSharing}`,
    ),
}
