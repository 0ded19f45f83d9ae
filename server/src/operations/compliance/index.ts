import * as compliance from '@trading-bot/contract/rest/operations/compliance'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { exportCompliance, readCompliance } from './read-compliance.ts'

export const complianceRoutes = [
  bindRoute(compliance.readCompliance, readCompliance),
  bindRoute(compliance.exportCompliance, exportCompliance),
]
