import * as hosting from '@trading-bot/contract/rest/trading/hosting'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { enterApproval, enterEmpanelment, withdrawApproval, withdrawEmpanelment } from './enter-documents.ts'
import { readHosting } from './read-hosting.ts'

export {
  type HostingRefusal,
  hostingRefusalsSql,
  hostingSentence,
  type LiveSubject,
  momentText,
  readHostingRefusals,
} from './hosting-refusals.ts'
export { findProvider } from './find-provider.ts'
export { listApprovals, listEmpanelments } from './hosting-store.ts'
export { confirmOwnParameters, hashOwnParameters } from './own-parameters.ts'
export { recordHosting } from './record-hosting.ts'
export { tellOfHostingEnds } from './tell-of-ends.ts'
export const hostingRoutes = [
  bindRoute(hosting.readHosting, readHosting),
  bindRoute(hosting.enterEmpanelment, enterEmpanelment),
  bindRoute(hosting.withdrawEmpanelment, withdrawEmpanelment),
  bindRoute(hosting.enterApproval, enterApproval),
  bindRoute(hosting.withdrawApproval, withdrawApproval),
]
