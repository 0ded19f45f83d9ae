-- A bot instance ends with its subscription. Those whose plan had ended before the server did so are stopped here; the
-- engine still manages what they hold to its exit.
update user_bots b
set status = 'stopped', status_reason = 'Your plan has ended.', stopped_at = now(), updated_at = now()
from subscriptions s
where s.id = b.subscription_id and b.status <> 'stopped' and (s.status <> 'active' or s.end_at <= now());

-- The instances of a subscription are found whenever it ends or changes.
create index user_bots_subscription on user_bots (subscription_id);

-- Delivered at the commit, to an engine that is running already.
select pg_notify('user_bots', '');
