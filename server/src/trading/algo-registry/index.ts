import * as algos from '@trading-bot/contract/rest/trading/algos'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { changeAlgo } from './change-algo.ts'
import { readAlgoSheet } from './sheet/read-algo-sheet.ts'
import { exportAlgoOrders } from './export-algo-orders.ts'
import { listAlgos, readAlgoHistory } from './list-algos.ts'
import { registerAlgo } from './register-algo.ts'

export { findAlgoState, notifyEngines } from './algo-store.ts'
export { endedRegistrations } from './ended-registrations.ts'
export const algoRoutes = [
  bindRoute(algos.listAlgos, listAlgos),
  bindRoute(algos.registerAlgo, registerAlgo),
  bindRoute(algos.changeAlgo, changeAlgo),
  bindRoute(algos.readAlgoHistory, readAlgoHistory),
  bindRoute(algos.readAlgoSheet, readAlgoSheet),
  bindRoute(algos.exportAlgoOrders, exportAlgoOrders),
]
