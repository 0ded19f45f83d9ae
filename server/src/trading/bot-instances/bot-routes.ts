import * as admin from '@trading-bot/contract/rest/trading/admin-bots'
import * as botLimits from '@trading-bot/contract/rest/trading/bot-limits'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import * as closing from '@trading-bot/contract/rest/trading/closing'
import * as drills from '@trading-bot/contract/rest/trading/kill-switch-drills'
import * as dashboards from '@trading-bot/contract/rest/trading/dashboards'
import * as hosting from '@trading-bot/contract/rest/trading/hosting'
import * as userBots from '@trading-bot/contract/rest/trading/user-bots'
import * as subscriptions from '@trading-bot/contract/rest/billing/subscriptions'
import { bindRoute } from '../../platform/http/bind-route.ts'
import {
  controlAnyBot,
  createUserBot,
  deleteAnyBot,
  duplicateForUser,
  listAllBots,
  readAnyBot,
  updateAnyBot,
} from './admin/admin-bots.ts'
import { assignBot } from './admin/assign-bot.ts'
import { listUserBots } from './admin/list-user-bots.ts'
import { controlBot } from './control-bot.ts'
import { listDrills, runDrill } from './switches/kill-switch-drills.ts'
import { liftKillSwitch, listKillSwitches, setKillSwitch } from './switches/kill-switches.ts'
import { listActiveStrategies, readAllBotStats } from './admin/read-all-bots.ts'
import { restartFailedBots } from './admin/restart-failed-bots.ts'
import { previewPlanChange } from './settings/preview-plan-change.ts'
import { readClosing } from './switches/read-closing.ts'
import { stopAllBots, stopStrategy } from './switches/stop-bots.ts'
import { stopOwnBots } from './switches/stop-own-bots.ts'
import { deleteBot, logInBot, syncBotConfig, updateBot, verifyBotStrategy } from './edit-bot.ts'
import { createBot, duplicateBot } from './make-bot.ts'
import { readParticipation, startParticipation, stopParticipation } from './participation.ts'
import { readOwnLimits, updateOwnLimits } from './limits/change-own-limits.ts'
import { confirmPosition, releasePosition } from './positions/answer-ownership.ts'
import { closeAllPositions, closePosition } from './positions/close-positions.ts'
import { readLiveTerms } from './readiness/read-live-terms.ts'
import { readBotLimits } from './limits/read-bot-limits.ts'
import { readUsage } from './limits/read-usage.ts'
import { readToday } from './today/read-today.ts'
import { readBotStats } from './read-bot-stats.ts'
import { listBotOrders, listBotPositions, listBots, readBot, readKillSwitches } from './read-bots.ts'

export const botRoutes = [
  bindRoute(bots.listBots, listBots),
  bindRoute(bots.createBot, createBot),
  bindRoute(bots.readBotStats, readBotStats),
  bindRoute(bots.readBot, readBot),
  bindRoute(bots.updateBot, updateBot),
  bindRoute(bots.deleteBot, deleteBot),
  bindRoute(bots.controlBot, controlBot),
  bindRoute(bots.stopOwnBots, stopOwnBots),
  bindRoute(closing.closePosition, closePosition),
  bindRoute(closing.closeAllPositions, closeAllPositions),
  bindRoute(closing.confirmPosition, confirmPosition),
  bindRoute(closing.releasePosition, releasePosition),
  bindRoute(bots.duplicateBot, duplicateBot),
  bindRoute(bots.logInBot, logInBot),
  bindRoute(bots.verifyBotStrategy, verifyBotStrategy),
  bindRoute(bots.syncBotConfig, syncBotConfig),
  bindRoute(bots.readParticipation, readParticipation),
  bindRoute(bots.startParticipation, startParticipation),
  bindRoute(bots.stopParticipation, stopParticipation),
  bindRoute(hosting.readLiveTerms, readLiveTerms),
  bindRoute(bots.listBotPositions, listBotPositions),
  bindRoute(bots.listBotOrders, listBotOrders),
  bindRoute(botLimits.readBotLimits, readBotLimits),
  bindRoute(botLimits.readOwnLimits, readOwnLimits),
  bindRoute(botLimits.updateOwnLimits, updateOwnLimits),
  bindRoute(bots.readKillSwitches, readKillSwitches),
  bindRoute(dashboards.readToday, readToday),
  bindRoute(subscriptions.readUsage, readUsage),
  bindRoute(subscriptions.previewPlanChange, previewPlanChange),
  bindRoute(userBots.listUserBots, listUserBots),
  bindRoute(admin.listAllBots, listAllBots),
  bindRoute(admin.createUserBot, createUserBot),
  bindRoute(admin.readAllBotStats, readAllBotStats),
  bindRoute(admin.listActiveStrategies, listActiveStrategies),
  bindRoute(admin.readClosing, readClosing),
  bindRoute(admin.restartFailedBots, restartFailedBots),
  bindRoute(admin.readAnyBot, readAnyBot),
  bindRoute(admin.updateAnyBot, updateAnyBot),
  bindRoute(admin.deleteAnyBot, deleteAnyBot),
  bindRoute(admin.controlAnyBot, controlAnyBot),
  bindRoute(admin.assignBot, assignBot),
  bindRoute(admin.duplicateForUser, duplicateForUser),
  bindRoute(admin.stopAllBots, stopAllBots),
  bindRoute(admin.stopStrategy, stopStrategy),
  bindRoute(admin.listKillSwitches, listKillSwitches),
  bindRoute(drills.listDrills, listDrills),
  bindRoute(drills.runDrill, runDrill),
  bindRoute(admin.setKillSwitch, setKillSwitch),
  bindRoute(admin.liftKillSwitch, liftKillSwitch),
]
