import * as compliance from '@trading-bot/contract/rest/operations/compliance'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { exportEvidence } from './export-evidence.ts'
import { readCompliance } from './read-compliance.ts'

export const complianceRoutes = [
  bindRoute(compliance.readCompliance, readCompliance),
  bindRoute(compliance.exportEvidence, exportEvidence),
]
