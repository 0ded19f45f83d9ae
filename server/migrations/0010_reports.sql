-- The administrator's lists: every sort of the subscription report walks an index, e-mails are found by any part.
create extension if not exists pg_trgm;
create index users_email_parts on users using gin (lower(email) gin_trgm_ops);
create index users_newest on users (created_at desc, id desc);

create index subscriptions_newest on subscriptions (created_at desc, id desc) include (status, amount_paid_paise);
create index subscriptions_status on subscriptions (status, created_at desc, id desc);
create index subscriptions_amount on subscriptions (amount_paid_paise desc, id desc);
create index subscriptions_start_newest on subscriptions (start_at desc nulls last, id desc);
create index subscriptions_start_oldest on subscriptions (start_at asc nulls last, id asc);
create index subscriptions_bot_plan on subscriptions (bot_plan_id);
create index payments_subscription on payments (subscription_id, created_at desc);
create index payments_bot_plan on payments (bot_plan_id);
create index ledger_entries_subscription on ledger_entries (subscription_id, at desc);

-- What one actor did.
create index audit_lines_actor on audit_lines (actor_id, at desc, id desc);
