// The whole API in one table.
import * as analytics from './analytics.ts'
import * as adminBots from './admin-bots.ts'
import * as auth from './auth.ts'
import * as botCode from './bot-code.ts'
import * as botConfig from './bot-config.ts'
import * as bots from './bots.ts'
import * as calendar from './calendar.ts'
import type { Call } from './call.ts'
import * as credentials from './credentials.ts'
import * as dashboards from './dashboards.ts'
import * as instances from './instances.ts'
import * as logs from './logs.ts'
import * as maintenance from './maintenance.ts'
import * as payments from './payments.ts'
import * as planAdmin from './plan-admin.ts'
import * as plans from './plans.ts'
import * as platform from './platform.ts'
import * as security from './security.ts'
import * as settings from './settings.ts'
import * as subscriptionReports from './subscription-reports.ts'
import * as subscriptions from './subscriptions.ts'
import * as symbols from './symbols.ts'
import * as telegram from './telegram.ts'
import * as users from './users.ts'

const AREAS = {
  adminBots,
  accounts: auth,
  security,
  telegram,
  platform,
  settings,
  maintenance,
  calendar,
  logs,
  users,
  instances,
  plans,
  planAdmin,
  symbols,
  subscriptions,
  subscriptionReports,
  payments,
  credentials,
  bots,
  analytics,
  dashboards,
  botCode,
  botConfig,
}

/** Every call with its name and area, in the order of the contract's files. */
export const CALLS: readonly { name: string; area: string; spec: Call }[] = Object.entries(AREAS).flatMap(
  ([area, module]) =>
    Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, area, spec: value }] : [])),
)

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}
