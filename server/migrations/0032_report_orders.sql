-- Lists of a million rows, in every order and at every page.

-- The address by which a subscription is sorted, beside it: an index cannot reach into another table, and the middle of
-- the list by address took seconds.
alter table subscriptions add column email_key text;
update subscriptions set email_key = lower(users.email) from users where users.id = subscriptions.user_id;
alter table subscriptions alter column email_key set not null, alter column email_key set default '';
create index subscriptions_email on subscriptions (email_key, id);

create function take_email_key() returns trigger language plpgsql as $$
begin
  select lower(email) into new.email_key from users where id = new.user_id;
  return new;
end $$;
create trigger subscriptions_email_key before insert or update of user_id on subscriptions
  for each row execute function take_email_key();

create function pass_email_key() returns trigger language plpgsql as $$
begin
  update subscriptions set email_key = lower(new.email) where user_id = new.id;
  return null;
end $$;
create trigger users_email_key after update of email on users
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function pass_email_key();

-- A rare category is found without reading all others; the index of machines alone was one case of it.
create index system_logs_category on system_logs (category, created_at desc, id desc);
drop index system_logs_machines;
