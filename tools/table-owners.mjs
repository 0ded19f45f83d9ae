// Which feature writes which table. Every table has one owner; others read it, or ask its owner to write.
import fs from 'node:fs'
import path from 'node:path'

/** The feature that writes a table. @type {Record<string, string>} */
export const OWNERS = {
  account_checks: 'trading/account-checks',
  account_notices: 'accounts/auth',
  address_assignments: 'trading/egress',
  algo_registrations: 'trading/algo-registry',
  auction_memberships: 'trading/market-calendar',
  audit_lines: 'platform/audit',
  price_notices: 'billing/price-notices',
  price_notice_holders: 'billing/price-notices',
  program_failures: 'trading/program-failures',
  script_sweeps: 'trading/strategies',
  sweep_chunks: 'trading/strategies',
  strategy_marks: 'trading/live-output',
  strategy_output: 'trading/live-output',
  strategy_states: 'trading/engine-adapters',
  seals: 'platform/audit',
  backtests: 'trading/strategies',
  bar_days: 'trading/market-data',
  bar_months: 'trading/market-data',
  broker_approvals: 'trading/hosting',
  bot_configurations: 'billing/subscriptions',
  bot_deployments: 'trading/strategies',
  bot_drafts: 'trading/strategies',
  bot_plans: 'billing/plans',
  plans: 'billing/plans',
  bot_tests: 'trading/strategies',
  bot_versions: 'trading/strategies',
  bots: 'trading/strategies',
  bulk_operations: 'operations/bulk',
  bulk_targets: 'operations/bulk',
  business_due: 'billing/business',
  business_months: 'billing/business',
  cohort_months: 'billing/business',
  payer_months: 'billing/business',
  plan_months: 'billing/business',
  calendar_alerts: 'trading/market-calendar',
  calendar_years: 'trading/market-calendar',
  coupon_redemptions: 'billing/coupons',
  coupons: 'billing/coupons',
  complaints: 'operations/complaints',
  consents: 'accounts/consents',
  corporate_actions: 'trading/market-data',
  credential_logs: 'trading/credentials',
  credentials: 'trading/credentials',
  daily_bars: 'trading/market-data',
  day_comparisons: 'trading/account-checks',
  deploy_requests: 'trading/strategies',
  egress_addresses: 'trading/egress',
  egress_probes: 'trading/egress',
  family_consents: 'trading/egress',
  email_codes: 'accounts/auth',
  engines: 'trading/engine-adapters',
  sheet_acceptances: 'trading/algo-registry',
  shard_leases: 'trading/engine-adapters',
  takeovers: 'trading/takeovers',
  feed_comparisons: 'trading/market-data',
  feed_lead: 'trading/price-feed',
  former_names: 'platform/db',
  fills: 'trading/engine-adapters',
  goodwill: 'billing/goodwill',
  hosting_modes: 'trading/hosting',
  own_logic_confirmations: 'trading/hosting',
  provider_empanelments: 'trading/hosting',
  history_fetch_calls: 'trading/market-data',
  history_fetches: 'trading/market-data',
  invoice_counters: 'billing/invoices',
  invoices: 'billing/invoices',
  kill_switch_drills: 'trading/bot-instances',
  kill_switches: 'trading/bot-instances',
  known_devices: 'accounts/auth',
  ledger_entries: 'billing/ledger',
  ledger_lines: 'billing/ledger',
  machine_samples: 'operations/instances',
  machines: 'operations/instances',
  mails: 'platform/mail',
  maintenance_windows: 'operations/maintenance',
  market_holidays: 'trading/market-calendar',
  order_changes: 'trading/event-stream',
  own_prices: 'trading/engine-adapters',
  orders: 'trading/engine-adapters',
  passkey_challenges: 'accounts/auth',
  passkeys: 'accounts/auth',
  password_resets: 'accounts/auth',
  mandate_events: 'billing/mandates',
  mandates: 'billing/mandates',
  provider_customers: 'billing/mandates',
  renewal_attempts: 'billing/renewals',
  renewals: 'billing/renewals',
  simulated_bank: 'platform/providers',
  payment_events: 'billing/payments',
  payments: 'billing/payments',
  pending_registrations: 'accounts/auth',
  periods: 'billing/subscriptions',
  position_answers: 'trading/bot-instances',
  position_close_requests: 'trading/bot-instances',
  positions: 'trading/engine-adapters',
  price_accounts: 'trading/engine-adapters',
  reality_alerts: 'trading/reality-checks',
  reality_checks: 'trading/reality-checks',
  recovery_codes: 'accounts/auth',
  quotes: 'billing/payments',
  refunds: 'billing/payments',
  retention_runs: 'operations/retention',
  session_hours: 'trading/market-calendar',
  sessions: 'accounts/auth',
  setting_requests: 'operations/settings',
  settings: 'platform/settings',
  special_sessions: 'trading/market-calendar',
  stopped_days: 'trading/engine-adapters',
  trials: 'billing/subscriptions',
  subscriptions: 'billing/subscriptions',
  symbols: 'trading/symbols',
  system_logs: 'platform/logs',
  alert_choices: 'accounts/notifications',
  sent_alerts: 'accounts/notifications',
  telegram_bots: 'accounts/notifications',
  telegram_chats: 'accounts/notifications',
  telegram_codes: 'accounts/notifications',
  telegram_messages: 'accounts/notifications',
  telegram_stops: 'accounts/notifications',
  throttles: 'platform/security',
  user_bots: 'trading/bot-instances',
  user_notes: 'operations/users',
  users: 'accounts/auth',
}

/**
 * Writers beside the owner, each with its reason: closing an account erases the person from every table in one
 * transaction, and the engine records a whole batch of decisions in one statement.
 * @type {Record<string, readonly string[]>}
 */
const ALSO = {
  'operations/users': [
    'account_notices',
    'consents',
    'credentials',
    'email_codes',
    'known_devices',
    'mails',
    'passkey_challenges',
    'passkeys',
    'password_resets',
    'pending_registrations',
    'recovery_codes',
    'sessions',
    'users',
  ],
  'trading/engine-adapters': ['order_changes', 'system_logs', 'user_bots'],
}

/** @param {Map<string, Set<string>>} writers @returns {string[]} */
export function foreignWrites(writers) {
  return [...writers].flatMap(([table, features]) => {
    const owner = OWNERS[table]
    if (!owner) return [`table ${table} has no owner: name it in tools/table-owners.mjs`]
    return [...features]
      .filter((feature) => feature !== owner && !ALSO[feature]?.includes(table))
      .map((feature) => `${feature} writes ${table}, which belongs to ${owner}`)
  })
}

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'/g,
  /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?=[\s(])/g,
]

/** @param {string} root @returns {Map<string, Set<string>>} */
export function readTableWriters(root) {
  const tables = tablesOf(root)
  const writers = new Map()
  for (const file of sourcesOf(path.join(root, 'server/src'))) {
    const text = fs.readFileSync(file, 'utf8')
    for (const pattern of WRITES) {
      for (const [, table] of text.matchAll(pattern)) {
        if (!tables.has(table)) continue
        if (!writers.has(table)) writers.set(table, new Set())
        writers.get(table).add(featureOf(path.relative(root, file)))
      }
    }
  }
  return writers
}

/** @param {string} root */
function tablesOf(root) {
  const text = fs.readFileSync(path.join(root, 'server/src/platform/db/tables.ts'), 'utf8')
  const body = text.slice(text.indexOf('export interface DB {'))
  return new Set([...body.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name]) => name))
}

/** `server/src/billing/ledger/post-entry.ts` belongs to billing/ledger. @param {string} file */
function featureOf(file) {
  return file.split('/').slice(2, 4).join('/')
}

/** @param {string} folder @returns {string[]} */
function sourcesOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return ['testing', 'demo'].includes(entry.name) ? [] : sourcesOf(place)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [place] : []
  })
}
