-- The bars that a strategy decides on. What is stored was made for bars of one minute and keeps them.
update bot_versions set config = config || '{"interval": "1m"}' where not config ? 'interval';
update user_bots set settings = settings || '{"interval": "1m"}' where not settings ? 'interval';
update backtests set config = config || '{"interval": "1m"}' where not config ? 'interval';
