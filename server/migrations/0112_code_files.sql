-- The other files of a version's code, and the name of its entry point, whose text stays in the column code. Null for
-- code of a single file: such versions, and their hashes, stay what they are. A release that does not know the column
-- runs the entry point alone, which then ends at its first import.
alter table bot_versions add column files jsonb;
alter table bot_drafts add column files jsonb;
alter table backtests add column files jsonb;
