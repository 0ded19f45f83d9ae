import * as business from '@trading-bot/contract/rest/billing/business'
import { bindReport } from '../../platform/http/bind-route.ts'
import { listDue } from './due-renewals.ts'
import { exportBusiness } from './export-business.ts'
import { listMoney } from './list-money.ts'
import { listPayers } from './list-payers.ts'
import { readBusiness } from './read-business.ts'
import { listTrials } from './trials.ts'

export { compareBusiness, rollUpBusiness } from './roll-up-business.ts'

export const businessRoutes = [
  bindReport(business.readBusiness, readBusiness),
  bindReport(business.listPayers, listPayers),
  bindReport(business.listMoney, listMoney),
  bindReport(business.listTrials, listTrials),
  bindReport(business.listDue, listDue),
  bindReport(business.exportBusiness, exportBusiness),
]
