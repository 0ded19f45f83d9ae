// Connects the questions of lower domains to the answers of higher ones; nowhere else may the two meet. Imported for
// its effect.
import * as consents from './accounts/consents/index.ts'
import * as chat from './accounts/notifications/index.ts'
import { describePlanBot, findUnsellable as findUnsellableBot } from './billing/plans/index.ts'
import * as payments from './billing/payments/index.ts'
import { applyRecurringEvent, endAttemptsBy, hasDebitUnderWay } from './billing/renewals/index.ts'
import {
  findRefusedParameter as findRefused,
  findStrategySettings,
  followPlanChange as planChange,
  includesTelegram,
  stopInstances as stop,
} from './billing/subscriptions/index.ts'
import {
  describePlan,
  listOpenPositions,
  previewStop,
  readBotsOfToday,
  followPlanChange,
  stopInstances,
  stopUserBots,
} from './trading/bot-instances/index.ts'
import { findProvider } from './trading/hosting/index.ts'
import { hasBlackBoxes } from './trading/algo-registry/index.ts'
import { findBotSettings, findRefusedParameter, findUnsellable } from './trading/strategies/index.ts'

consents.hasBlackBoxes.connect(hasBlackBoxes)
consents.findProvider.connect(findProvider)
payments.applyRecurringEvent.connect(applyRecurringEvent)
payments.endAttempts.connect(endAttemptsBy)
payments.isDebitUnderWay.connect(hasDebitUnderWay)
stop.connect(stopInstances)
planChange.connect(followPlanChange)
findStrategySettings.connect(findBotSettings)
describePlanBot.connect(describePlan)
findUnsellableBot.connect(findUnsellable)
findRefused.connect(findRefusedParameter)
chat.includesTelegram.connect(includesTelegram)
chat.previewStop.connect(previewStop)
chat.stopUserBots.connect(stopUserBots)
chat.readBotsOfToday.connect(readBotsOfToday)
chat.listUserPositions.connect((db, deps, userId) => listOpenPositions(db, deps, { userId }))
