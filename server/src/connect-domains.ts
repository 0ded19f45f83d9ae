// Connects the questions of lower domains to the answers of higher ones; nowhere else may the two meet. Imported for
// its effect.
import {
  findStrategySettings,
  rebindInstances as rebind,
  stopInstances as stop,
} from './billing/subscriptions/index.ts'
import { rebindInstances, stopInstances } from './trading/bot-instances/index.ts'
import { findBotSettings } from './trading/strategies/index.ts'

stop.connect(stopInstances)
rebind.connect(rebindInstances)
findStrategySettings.connect(findBotSettings)
