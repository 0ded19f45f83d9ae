import * as algos from '@trading-bot/contract/rest/trading/algos'
import * as sheets from '@trading-bot/contract/rest/trading/sheets'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { changeAlgo } from './change-algo.ts'
import { acceptSheet } from './sheet/accept-sheet.ts'
import { readAlgoSheet } from './sheet/read-algo-sheet.ts'
import { exportAlgoOrders } from './export-algo-orders.ts'
import { listAlgos, readAlgoHistory } from './list-algos.ts'
import { registerAlgo } from './register-algo.ts'
import { findSheet, printSheet, readSheet } from './sheet/strategy-sheets.ts'

export { findAlgoState, notifyEngines } from './algo-store.ts'
export { acceptForDemo } from './sheet/accept-for-demo.ts'
export { readSheetState } from './sheet/acceptance-store.ts'
export { hasBlackBoxes } from './has-black-boxes.ts'
export { endedRegistrations } from './ended-registrations.ts'
export const algoRoutes = [
  bindRoute(algos.listAlgos, listAlgos),
  bindRoute(algos.registerAlgo, registerAlgo),
  bindRoute(algos.changeAlgo, changeAlgo),
  bindRoute(algos.readAlgoHistory, readAlgoHistory),
  bindRoute(algos.readAlgoSheet, readAlgoSheet),
  bindRoute(algos.exportAlgoOrders, exportAlgoOrders),
  bindRoute(sheets.findSheet, findSheet),
  bindRoute(sheets.readSheet, readSheet),
  bindRoute(sheets.printSheet, printSheet),
  bindRoute(sheets.acceptSheet, acceptSheet),
]
