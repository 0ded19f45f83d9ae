import * as settings from '@trading-bot/contract/rest/operations/settings'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { createSetting, deleteSetting, updateSetting } from './change-settings.ts'
import { listSettings, readSetting } from './list-settings.ts'

export const settingRoutes = [
  bindRoute(settings.listSettings, listSettings),
  bindRoute(settings.createSetting, createSetting),
  bindRoute(settings.readSetting, readSetting),
  bindRoute(settings.updateSetting, updateSetting),
  bindRoute(settings.deleteSetting, deleteSetting),
]
