import type { exportMyData as spec } from '@trading-bot/contract/rest/accounts/users'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { exportChecks } from '../../trading/reality-checks/index.ts'

/** An allowlist: sealed, hashed and internal columns are left out because they are not named. */
const PARTS: Readonly<Record<string, string>> = {
  profile: `select id, username, email, first_name, last_name, phone_number, trading_experience, created_at, last_login_at,
    second_factor_on_at is not null as second_factor from users where id = $user`,
  sessions: `select device, address, created_at, last_used_at, ended_at from sessions where user_id = $user
    order by created_at desc limit 1000`,
  devices: `select device, address, first_seen_at, last_seen_at from known_devices where user_id = $user
    order by last_seen_at desc`,
  passkeys: `select name, is_backed_up, created_at, last_used_at from passkeys where user_id = $user order by created_at`,
  security_notices: `select kind, at, device, address, dismissed_at from account_notices where user_id = $user order by at`,
  consents: `select notice, version, given_at, address from consents where user_id = $user order by given_at`,
  accepted_sheets: `select b.name, a.version, a.logic_hash, a.accepted_at from sheet_acceptances a
    join bots b on b.id = a.strategy_id where a.user_id = $user order by a.accepted_at`,
  subscriptions: `select s.*, to_jsonb(c) - 'subscription_id' as configuration from subscriptions s
    left join bot_configurations c on c.subscription_id = s.id where s.user_id = $user order by s.created_at`,
  payments: `select id, plan_name, purpose, amount_paise, refunded_paise, status, is_simulated, order_id, created_at, paid_at
    from payments where user_id = $user order by created_at`,
  invoices: `select i.kind, i.series, i.financial_year, i.number, i.issued_at, i.total_paise from invoices i
    join payments p on p.id = i.payment_id where p.user_id = $user order by i.issued_at`,
  ledger: `select e.at, e.kind, l.account, l.amount_paise from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.user_id = $user order by e.at`,
  goodwill: `select kind, plan_name, days, ends_at, amount_paise, reason, created_at from goodwill where user_id = $user
    order by created_at`,
  credentials: `select api_key_tail, client_code_tail, is_verified, verified_at, created_at, updated_at from credentials
    where user_id = $user`,
  credential_log: `select action, result, created_at from credential_logs where user_id = $user order by created_at`,
  complaints: `select number, category, text, received_at, due_at, answer, answered_at from complaints where user_id = $user order by number`,
  telegram: `select name, linked_at from telegram_chats where user_id = $user`,
  bots: `select id, name, status, mode, settings, created_at from user_bots where user_id = $user order by created_at`,
  trades: `select symbol, side, quantity, purpose, reason, mode, state, decided_at, executed_at, filled_quantity,
    filled_value_paise, charges, pnl_paise from orders where user_id = $user order by decided_at limit 200000`,
  account_checks: `select day, checked_at, lines from account_checks where user_id = $user order by day`,
  day_comparisons: `select day, compared_at, result, reason, lines, outside_trades from day_comparisons
    where user_id = $user order by day`,
  own_logic_confirmations: `select user_bot_id, parameters, confirmed_at from own_logic_confirmations where user_id = $user
    order by confirmed_at`,
  addresses: `select assigned_at, outbound_address, secondary_address from address_assignments where user_id = $user
    order by assigned_at`,
  family_consents: `select relation, evidence, consented_on::text as consented_on, recorded_at from family_consents
    where member_id = $user order by recorded_at`,
  activity: `select at, action, subject_kind, subject_id, address from audit_lines where actor_id = $user
    order by at desc limit 10000`,
}

export const exportMyData: UseCase<typeof spec> = async (context) => {
  const { db, actor, clock } = context
  const parts: Record<string, unknown> = { exported_at: clock.now().toISOString() }
  for (const [name, query] of Object.entries(PARTS)) parts[name] = await readPart(db, query, actor.userId)
  parts['reality_checks'] = await exportChecks(context)
  await recordAudit(db, context, { action: 'account.exported', subject: { kind: 'user', id: actor.userId } })
  return new TextEncoder().encode(JSON.stringify(parts, null, 2))
}

async function readPart(db: Queryable, query: string, userId: string): Promise<unknown[]> {
  const [before = '', after = ''] = query.split('$user')
  const { rows } = await sql`${sql.raw(before)}${userId}${sql.raw(after)}`.execute(db)
  return rows
}
