import type { HostingMode, PaperPrices, PerformanceClaims } from '@trading-bot/contract/rest/operations/compliance'
import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'

/** Under which rules of the market this installation does business. */
export type ComplianceSettings = {
  readonly hosting: HostingMode
  readonly performance: PerformanceClaims
  /** Who verified the figures that are shown; undefined unless `performance` is verified. */
  readonly verification: { readonly agency: string; readonly reference: string; readonly day: string } | undefined
  readonly paperPrices: PaperPrices
  /** The written agreement by which paper trading gets real-time prices; undefined on a developer's machine too. */
  readonly pricesAgreement: { readonly reference: string; readonly day: string } | undefined
  /** With whom fees are shared, in the operator's words. */
  readonly feeSharing: string | undefined
}

/** The demo's market and figures are made up: no rule about real ones holds. */
export const SIMULATED: ComplianceSettings = {
  hosting: 'simulated',
  performance: 'simulated',
  verification: undefined,
  paperPrices: 'simulated',
  pricesAgreement: undefined,
  feeSharing: undefined,
}

export function complianceSettings(env: Environment, isDemo: boolean): ComplianceSettings {
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && env.LIVE_TRADING === 'on' && !env.HOSTING) throw new ConfigError(HOSTING_MISSING)
  const hosting = env.HOSTING ?? (isDemo ? 'simulated' : 'paper')
  const usual = isDemo
    ? SIMULATED
    : {
        performance: 'own-account' as const,
        paperPrices: isProduction ? LAWFUL_PRICES[hosting] : ('live' as const),
      }
  const performance = env.PERFORMANCE ?? usual.performance
  const paperPrices = env.PAPER_PRICES ?? usual.paperPrices
  return {
    hosting,
    performance,
    verification: performance === 'verified' ? verification(env) : undefined,
    paperPrices,
    pricesAgreement: paperPrices === 'live' ? pricesAgreement(env, isProduction) : undefined,
    feeSharing: env.FEE_SHARING,
  }
}

/** Without an agreement: made up where bots trade on nothing else, and old ones in charts where some trade live. */
const LAWFUL_PRICES = {
  simulated: 'simulated',
  paper: 'simulated',
  'own-logic': 'delayed',
  provider: 'delayed',
} as const satisfies Record<HostingMode, PaperPrices>

const HOSTING_MISSING =
  'LIVE_TRADING=on without HOSTING: say who may trade with real money here. Set HOSTING to own-logic (users by parameters of their own) or provider (an empanelled algo provider), or to paper and LIVE_TRADING to off.'

function verification(env: Environment): NonNullable<ComplianceSettings['verification']> {
  const { PERFORMANCE_AGENCY: agency, PERFORMANCE_REFERENCE: reference, PERFORMANCE_DATE: day } = env
  if (agency && reference && day) return { agency, reference, day }
  throw new ConfigError(
    'PERFORMANCE=verified needs PERFORMANCE_AGENCY, PERFORMANCE_REFERENCE and PERFORMANCE_DATE: they are shown beside the figures.',
  )
}

function pricesAgreement(env: Environment, isProduction: boolean): ComplianceSettings['pricesAgreement'] {
  const { PRICES_AGREEMENT: reference, PRICES_AGREEMENT_DATE: day } = env
  if (reference && day) return { reference, day }
  if (!isProduction && !reference && !day) return undefined
  throw new ConfigError(
    'PAPER_PRICES=live needs PRICES_AGREEMENT and PRICES_AGREEMENT_DATE: real-time prices may go to paper trading by written agreement only.',
  )
}
