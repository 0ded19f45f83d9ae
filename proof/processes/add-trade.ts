import type pg from 'pg'

/**
 * Writes a copy of one of the demo's trades as the engine does, with position, orders and fills in one transaction,
 * because a test cannot wait for signals. An open one has its entry only.
 */
export async function addTrade(client: pg.Client, { isOpen }: { isOpen: boolean }): Promise<void> {
  const position = isOpen
    ? `'opened_at', now(), 'closed_at', null, 'exit_reason', null, 'square_off_at', now() + interval '1 hour'`
    : `'opened_at', now(), 'closed_at', now()`
  const times = ['decided_at', 'created_at', 'sent_at', 'acknowledged_at', 'executed_at', 'ended_at']
  await client.query(`
    with original as materialized (
      select p.id, gen_random_uuid() as new_id from positions p join user_bots b on b.id = p.user_bot_id
      where p.closed_at is not null and b.status = 'running' and not p.is_stray order by p.opened_at limit 1
    ), copied as materialized (
      select o.id, gen_random_uuid() as new_id, original.new_id as position_id
      from orders o join original on original.id = o.position_id
      where o.state = 'FILLED' and (o.purpose = 'ENTRY' or ${!isOpen})
    ), new_position as (
      insert into positions select (jsonb_populate_record(p,
        jsonb_build_object('id', original.new_id, ${position}))).*
      from positions p join original using (id)
    ), new_orders as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', copied.new_id,
        'client_id', copied.new_id, 'position_id', copied.position_id,
        ${times.map((time) => `'${time}', now()`).join(', ')}))).*
      from orders o join copied using (id)
    )
    insert into fills select (jsonb_populate_record(f, jsonb_build_object('order_id', copied.new_id, 'at', now()))).*
    from fills f join copied on copied.id = f.order_id`)
}
