import * as telegram from '@trading-bot/contract/rest/accounts/telegram'
import { bindRoute } from '../../../platform/http/bind-route.ts'
import { readTelegram } from './read-telegram.ts'
import { sendTelegramTest } from './send-telegram-test.ts'
import { startTelegramLink } from './start-telegram-link.ts'
import { unlinkTelegram } from './unlink-telegram.ts'

export const telegramRoutes = [
  bindRoute(telegram.readTelegram, readTelegram),
  bindRoute(telegram.startTelegramLink, startTelegramLink),
  bindRoute(telegram.unlinkTelegram, unlinkTelegram),
  bindRoute(telegram.sendTelegramTest, sendTelegramTest),
]
