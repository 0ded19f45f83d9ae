import * as plans from '@trading-bot/contract/rest/billing/plans'
import * as symbols from '@trading-bot/contract/rest/trading/symbols'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { changeToken } from './change-token.ts'
import { deleteSymbol } from './delete-symbol.ts'
import { listSymbols } from './list-active-symbols.ts'
import { listAdminSymbols, readAdminSymbol } from './read-symbols.ts'
import { switchSymbol, switchSymbols } from './switch-symbol.ts'
import { pasteSymbols, uploadSymbols } from './upload-symbols.ts'

export const symbolRoutes = [
  bindRoute(plans.listSymbols, listSymbols),
  bindRoute(symbols.listAdminSymbols, listAdminSymbols),
  bindRoute(symbols.pasteSymbols, pasteSymbols),
  bindRoute(symbols.uploadSymbols, uploadSymbols),
  bindRoute(symbols.readAdminSymbol, readAdminSymbol),
  bindRoute(symbols.switchSymbol, switchSymbol),
  bindRoute(symbols.switchSymbols, switchSymbols),
  bindRoute(symbols.changeToken, changeToken),
  bindRoute(symbols.deleteSymbol, deleteSymbol),
]
