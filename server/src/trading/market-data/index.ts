import * as candles from '@trading-bot/contract/rest/trading/candles'
import * as api from '@trading-bot/contract/rest/trading/market-data'
import { bindRoute } from '../../platform/http/bind-route.ts'
import {
  addCorporateAction,
  deleteCorporateAction,
  importCorporateActions,
  listCorporateActions,
} from './actions/corporate-actions.ts'
import { readCandles } from './candles/read-candles.ts'
import { readHistoryFetch, startHistoryFetch, stopHistoryFetch } from './fetch/control-fetch.ts'
import { importBarFile } from './files/import-bar-file.ts'
import { previewBarFile } from './files/preview-bar-file.ts'
import { readCoverage } from './read-coverage.ts'
import { coverHistory, readHistory } from './read-history.ts'
import { readMarketDay } from './read-market-day.ts'

export { readMarketSeed } from './read-market-seed.ts'
export { NO_MINUTES, openTodaysMinutes } from './candles/todays-minutes.ts'
export { compareFeed } from './feed/compare-feed.ts'
export { type FeedRecorder, openFeedRecorder } from './feed/record-feed.ts'
export { runningMinutes } from './feed/running-minutes.ts'
export { openHistoryFetcher } from './fetch/run-fetch.ts'
export { findByToken } from './find-instruments.ts'
export { findPaperRefusals, type PaperRefusalOf } from './paper-days.ts'
export { readPaperBars } from './paper-bars.ts'
export { withStoredDays } from './with-stored-days.ts'
export type { History } from './history.ts'
export { calendarsOf } from './history-calendar.ts'
export { joinBars } from './store/day-slices.ts'
export { storeDays } from './store/store-days.ts'

/** The only way to bars. */
export const history = { read: readHistory, cover: coverHistory }

export const marketDataRoutes = [
  bindRoute(api.readCoverage, readCoverage),
  bindRoute(api.readMarketDay, readMarketDay),
  bindRoute(candles.readCandles, readCandles),
  bindRoute(api.readHistoryFetch, readHistoryFetch),
  bindRoute(api.startHistoryFetch, startHistoryFetch),
  bindRoute(api.stopHistoryFetch, stopHistoryFetch),
  bindRoute(api.listCorporateActions, listCorporateActions),
  bindRoute(api.addCorporateAction, addCorporateAction),
  bindRoute(api.deleteCorporateAction, deleteCorporateAction),
  bindRoute(api.importCorporateActions, importCorporateActions),
  bindRoute(api.previewBarFile, previewBarFile),
  bindRoute(api.importBarFile, importBarFile),
]
