import * as consents from '@trading-bot/contract/rest/accounts/consents'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { acceptNotices } from './accept-notices.ts'
import { listConsents } from './list-consents.ts'

export { currentNotices, findProvider, hasBlackBoxes, readLegalVariant } from './current-notices.ts'
export { recordConsents } from './consent-store.ts'

export const consentRoutes = [
  bindRoute(consents.listConsents, listConsents),
  bindRoute(consents.acceptNotices, acceptNotices),
]
