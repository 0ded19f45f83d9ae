// The whole API in one table.
import * as accountChecks from './trading/account-checks.ts'
import * as algos from './trading/algos.ts'
import * as analytics from './trading/analytics.ts'
import * as adminBots from './trading/admin-bots.ts'
import * as auth from './accounts/auth.ts'
import * as authorParameters from './trading/author-parameters.ts'
import * as backtestRuns from './trading/backtest-runs.ts'
import * as botCode from './trading/bot-code.ts'
import * as botConfig from './trading/bot-config.ts'
import * as botStudio from './trading/bot-studio.ts'
import * as botLimits from './trading/bot-limits.ts'
import * as historyRuns from './trading/history-runs.ts'
import * as hosting from './trading/hosting.ts'
import * as bots from './trading/bots.ts'
import * as business from './billing/business.ts'
import * as calendar from './trading/calendar.ts'
import * as candles from './trading/candles.ts'
import type { Call } from './call.ts'
import * as closing from './trading/closing.ts'
import * as coupons from './billing/coupons.ts'
import * as goodwill from './billing/goodwill.ts'
import * as complaints from './operations/complaints.ts'
import * as compliance from './operations/compliance.ts'
import * as consents from './accounts/consents.ts'
import * as credentials from './trading/credentials.ts'
import * as dashboards from './trading/dashboards.ts'
import * as deployRequests from './trading/deploy-requests.ts'
import * as engines from './operations/engines.ts'
import * as instances from './operations/instances.ts'
import * as killSwitchDrills from './trading/kill-switch-drills.ts'
import * as logs from './operations/logs.ts'
import * as maintenance from './operations/maintenance.ts'
import * as marketData from './trading/market-data.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as payments from './billing/payments.ts'
import * as planAdmin from './billing/plan-admin.ts'
import * as plans from './billing/plans.ts'
import * as platform from './operations/platform.ts'
import * as renewals from './billing/renewals.ts'
import * as refunds from './billing/refunds.ts'
import * as realityChecks from './trading/reality-checks.ts'
import * as regularPlans from './billing/regular-plans.ts'
import * as retention from './operations/retention.ts'
import * as sheets from './trading/sheets.ts'
import * as sweeps from './trading/sweeps.ts'
import * as search from './operations/search.ts'
import * as security from './accounts/security.ts'
import * as settings from './operations/settings.ts'
import * as strategyOutput from './trading/strategy-output.ts'
import * as strip from './operations/strip.ts'
import * as subscriptionReports from './billing/subscription-reports.ts'
import * as subscriptions from './billing/subscriptions.ts'
import * as symbols from './trading/symbols.ts'
import * as alerts from './accounts/alerts.ts'
import * as telegram from './accounts/telegram.ts'
import * as userBots from './trading/user-bots.ts'
import * as bulk from './operations/bulk.ts'
import * as userPage from './operations/user-page.ts'
import * as users from './accounts/users.ts'

const AREAS = {
  accountChecks,
  adminBots,
  userBots,
  accounts: auth,
  security,
  passkeys,
  consents,
  telegram,
  alerts,
  platform,
  settings,
  retention,
  maintenance,
  complaints,
  compliance,
  killSwitchDrills,
  calendar,
  marketData,
  candles,
  logs,
  users,
  userPage,
  bulk,
  search,
  strip,
  instances,
  engines,
  plans,
  planAdmin,
  regularPlans,
  symbols,
  subscriptions,
  subscriptionReports,
  business,
  coupons,
  goodwill,
  payments,
  refunds,
  renewals,
  credentials,
  bots,
  botLimits,
  historyRuns,
  closing,
  realityChecks,
  analytics,
  dashboards,
  authorParameters,
  botCode,
  botStudio,
  deployRequests,
  botConfig,
  sweeps,
  strategyOutput,
  backtestRuns,
  algos,
  hosting,
  sheets,
}

/** Every call with its name and area, in the order of the contract's files. */
export const CALLS: readonly { name: string; area: string; spec: Call }[] = Object.entries(AREAS).flatMap(
  ([area, module]) =>
    Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, area, spec: value }] : [])),
)

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}
