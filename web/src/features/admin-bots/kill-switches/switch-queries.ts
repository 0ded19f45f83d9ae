import { listActiveStrategies, listKillSwitches, readClosing } from '@trading-bot/contract/rest/trading/admin-bots'
import { readOperationsStrip } from '@trading-bot/contract/rest/operations/strip'

/** What setting or lifting a switch makes stale. */
export const SWITCH_QUERIES = [listKillSwitches, listActiveStrategies, readClosing, readOperationsStrip]
