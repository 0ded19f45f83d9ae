-- One-time codes and reset links stood here in plain text for ever. From now on the text is sealed while the mail waits,
-- and removed once it was sent or given up.

alter table mails add column sealed_text bytea;
alter table mails alter column text drop not null;
comment on column mails.text is 'Plain text of mails that were queued before they were sealed; null in every newer row.';

-- SQL cannot seal: what still waits is sent as it is and cleared then, everything else is cleared here.
update mails set text = null where state <> 'queued';
update mails set subject = 'Your Trading Bot code' where subject ~ '^\d{6} is your Trading Bot code$';

-- Old rows are deleted by age.
create index mails_age on mails (created_at);

-- A newer reset link ends the older one: of links that are still open, the newest stays.
update password_resets older set used_at = now()
where used_at is null and exists (
  select from password_resets newer
  where newer.user_id = older.user_id and newer.used_at is null
    and (newer.created_at, newer.token_hash) > (older.created_at, older.token_hash)
);
create unique index password_resets_open on password_resets (user_id) where used_at is null;
