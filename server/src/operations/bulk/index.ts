import * as bulk from '@trading-bot/contract/rest/operations/bulk'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { listBulk } from './bulk-store.ts'
import { previewBulk, startBulk } from './start-bulk.ts'

export { runBulk } from './run-bulk.ts'

export const bulkRoutes = [
  bindRoute(bulk.previewBulk, previewBulk),
  bindRoute(bulk.startBulk, startBulk),
  bindRoute(bulk.listBulk, listBulk),
]
