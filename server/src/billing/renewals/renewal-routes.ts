import * as renewals from '@trading-bot/contract/rest/billing/renewals'
import { bindReport, bindRoute } from '../../platform/http/bind-route.ts'
import { approveMandate, approveSimulated, cancelMandate, registerMandate } from '../mandates/index.ts'
import { listRenewals } from './list-renewals.ts'
import { readRenewal } from './read-renewal.ts'
import { readTrialTerms } from './trials/read-trial-terms.ts'

export const renewalRoutes = [
  bindRoute(renewals.readRenewal, readRenewal),
  bindRoute(renewals.readTrialTerms, readTrialTerms),
  bindRoute(renewals.registerMandate, registerMandate),
  bindRoute(renewals.approveMandate, approveMandate),
  bindRoute(renewals.approveSimulated, approveSimulated),
  bindRoute(renewals.cancelMandate, cancelMandate),
  bindReport(renewals.listRenewals, listRenewals),
]
