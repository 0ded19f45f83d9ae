import * as z from 'zod'
import { settingsGroup } from './settings-group.ts'

const rules = settingsGroup("The market's rules")
const text = () => z.string().trim().min(1).max(200).optional()
const day = () => z.iso.date('it is a day such as 2026-04-01').optional()

/** The part of the environment that says under which rules of the market this installation does business. */
export const COMPLIANCE_VARIABLES = {
  HOSTING: rules(
    z.enum(['paper', 'own-logic', 'provider']).optional(),
    'with LIVE_TRADING',
    'Who may trade with real money here: `paper` nobody, `own-logic` users by parameters of their own, `provider` subscribers of an empanelled algo provider. Without it the demo is simulated and everything else trades on paper; production with LIVE_TRADING does not start.',
  ),
  PERFORMANCE: rules(
    z.enum(['off', 'own-account', 'verified']).optional(),
    'production',
    "Which results of a strategy somebody sees who does not hold it: none with `off` and `own-account`, a holder's own account included with `off`; with `verified` those that an agency has verified. `own-account` without it, and the demo shows simulated ones.",
  ),
  PERFORMANCE_AGENCY: rules(text(), 'PERFORMANCE=verified', 'The agency that has verified the figures.'),
  PERFORMANCE_REFERENCE: rules(text(), 'PERFORMANCE=verified', "The agency's reference."),
  PERFORMANCE_DATE: rules(day(), 'PERFORMANCE=verified', 'The day of the verification.'),
  PAPER_PRICES: rules(
    z.enum(['live', 'delayed', 'simulated']).optional(),
    'production',
    'Which prices traders’ charts and paper trading get: `live` needs the written agreement; `delayed` shows charts that are 30 days old, and paper accounts trade on the stored day of five weeks ago, replayed minute by minute; `simulated` are made up, for charts and paper accounts alike. Without it, production takes `simulated` with `HOSTING=paper` and `delayed` with any other, and a developer’s machine `live`.',
  ),
  PRICES_AGREEMENT: rules(text(), 'PAPER_PRICES=live', 'The reference of the written agreement that allows it.'),
  PRICES_AGREEMENT_DATE: rules(day(), 'PAPER_PRICES=live', 'The day of that agreement.'),
  FEE_SHARING: rules(
    text(),
    'a shared fee',
    'With whom fees or brokerage are shared, and how, as the pricing page and the terms disclose it. Without it they say that nothing is shared.',
  ),
}
