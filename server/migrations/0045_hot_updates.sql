-- An order changes two or three times within moments, and a position as often: without an indexed column that changes
-- with every acknowledgement, and with room on the page, those changes touch no index.
drop index orders_sent_today;
create index orders_sent_today on orders (user_bot_id, sent_at) where mode = 'live';
alter table orders set (fillfactor = 50);
alter table positions set (fillfactor = 50);
