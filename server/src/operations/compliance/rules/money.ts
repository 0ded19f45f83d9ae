import { met, type RuleCheck, SEBI_2025 } from '../rule.ts'

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
