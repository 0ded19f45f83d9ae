import * as platform from '@trading-bot/contract/rest/operations/platform'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { listDemoMail } from './list-demo-mail.ts'
import { readHealth, readLiveness } from './read-health.ts'
import { readPlatformMetrics } from './read-platform-metrics.ts'
import { readOperator } from './read-operator.ts'
import { readWorld } from './read-world.ts'

export const platformRoutes = [
  bindRoute(platform.readHealth, readHealth),
  bindRoute(platform.readLiveness, readLiveness),
  bindRoute(platform.readWorld, readWorld),
  bindRoute(platform.readOperator, readOperator),
  bindRoute(platform.listDemoMail, listDemoMail),
  bindRoute(platform.readPlatformMetrics, readPlatformMetrics),
]
