import * as bots from '@trading-bot/contract/rest/bots'
import { bindRoute } from '../../http/bind-route.ts'
import { controlBot } from './control-bot.ts'
import { deleteBot, logInBot, syncBotConfig, updateBot, verifyBotStrategy } from './edit-bot.ts'
import { createBot, duplicateBot } from './make-bot.ts'
import { readParticipation, startParticipation, stopParticipation } from './participation.ts'
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
  bindRoute(bots.duplicateBot, duplicateBot),
  bindRoute(bots.logInBot, logInBot),
  bindRoute(bots.verifyBotStrategy, verifyBotStrategy),
  bindRoute(bots.syncBotConfig, syncBotConfig),
  bindRoute(bots.readParticipation, readParticipation),
  bindRoute(bots.startParticipation, startParticipation),
  bindRoute(bots.stopParticipation, stopParticipation),
  bindRoute(bots.listBotPositions, listBotPositions),
  bindRoute(bots.listBotOrders, listBotOrders),
  bindRoute(bots.readKillSwitches, readKillSwitches),
]
