import type pg from 'pg'

/** What must be empty whatever has happened, by what it would mean. */
const MUST_BE_EMPTY = {
  'orders that do not equal their fills': `
    select o.id from orders o left join fills f on f.order_id = o.id group by o.id
    having coalesce(sum(f.quantity), 0) <> o.filled_quantity
      or coalesce(sum(f.quantity::bigint * f.price_paise), 0) <> o.filled_value_paise`,
  'closed positions that still hold shares': `
    select p.id from positions p left join orders o on o.position_id = p.id left join fills f on f.order_id = o.id
    group by p.id having p.closed_at is not null
      and coalesce(sum(f.quantity * case o.side when 'BUY' then 1 else -1 end), 0) <> 0`,
  // Open orders are looked up by their open positions, by the engine and by whoever counts them.
  'open orders of closed positions': `
    select o.id from orders o join positions p on p.id = o.position_id
    where o.ended_at is null and p.closed_at is not null`,
  'positions that were sold beyond what they held': `
    select p.id from positions p join orders o on o.position_id = p.id join fills f on f.order_id = o.id
    group by p.id, p.direction
    having sum(f.quantity * case o.side when 'BUY' then 1 else -1 end) * p.direction < 0`,
  'positions entered twice': `
    select position_id from orders where purpose = 'ENTRY' and state not in ('DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED')
    group by 1 having count(*) > 1`,
  'ledger entries that do not balance': 'select entry_id from ledger_lines group by 1 having sum(amount_paise) <> 0',
  'payments without a ledger entry': `
    select id from payments p where p.status = 'success'
      and not exists (select from ledger_entries e where e.payment_id = p.id)`,
  'payments booked twice': `
    select payment_id from ledger_entries where kind = 'captured' group by 1 having count(*) > 1`,
  'users with two active subscriptions': `
    select user_id from subscriptions where status = 'active' group by 1 having count(*) > 1`,
} as const

/** A sentence for everything that is wrong; empty when every figure follows from what was recorded. */
export async function findBrokenBooks(client: pg.Client | pg.Pool): Promise<string[]> {
  const problems: string[] = []
  for (const [meaning, query] of Object.entries(MUST_BE_EMPTY)) {
    const { rows } = await client.query<Record<string, string>>(query)
    const [first] = rows
    if (first) problems.push(`${rows.length} ${meaning}, such as ${Object.values(first)[0]}`)
  }
  return [...problems, ...(await findOrphans(client))]
}

/** Every reference to another table, since a restore loads without the database's own checks. */
async function findOrphans(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; orphans: string }>(`
    select conname as name,
      format('%s child where %I is not null and not exists (select from %s parent where parent.%I = child.%I)',
        conrelid::regclass, c.attname, confrelid::regclass, p.attname, c.attname) as orphans
    from pg_constraint
    join pg_attribute c on c.attrelid = conrelid and c.attnum = conkey[1]
    join pg_attribute p on p.attrelid = confrelid and p.attnum = confkey[1]
    where contype = 'f' and array_length(conkey, 1) = 1`)
  const problems: string[] = []
  if (keys.length === 0) problems.push('no reference between tables was found to check')
  for (const { name, orphans } of keys) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${orphans}`)
    const count = rows[0]?.count ?? 0
    if (count > 0) problems.push(`${count} rows break ${name}`)
  }
  return problems
}
