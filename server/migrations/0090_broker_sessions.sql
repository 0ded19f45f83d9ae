-- A broker's session, sealed as the credentials are: an engine or a feed that takes over goes on with it instead of
-- logging in, for which the broker wants a TOTP code that was not used before.
alter table credentials add column session bytea;
alter table price_accounts add column session bytea;
