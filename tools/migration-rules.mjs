// The rules by which a migration may run beside the release before it, under load. See CONTRIBUTING.md.

/** Migrations before this one were released before there were rules. */
export const FIRST_CHECKED = 81

/** Tables that have, or will have, a million rows: what scans or rewrites them holds everybody up. */
const LARGE = [
  'audit_lines',
  'backtests',
  'bar_days',
  'bar_months',
  'daily_bars',
  'fills',
  'ledger_lines',
  'machine_samples',
  'mails',
  'order_changes',
  'orders',
  'payment_events',
  'payments',
  'positions',
  'sessions',
  'strategy_marks',
  'strategy_output',
  'subscriptions',
  'system_logs',
  'trade_days',
  'user_bots',
  'users',
]

/**
 * What is refused unless the file says why it is no harm, in a comment that begins with the reason's word.
 * @type {readonly { name: string, word: 'lock' | 'contract', breaks: (statement: string) => boolean }[]}
 */
const RULES = [
  {
    name: 'rewrites a table',
    word: 'lock',
    breaks: (statement) =>
      /\balter table\b/.test(statement) &&
      (/\balter column \S+ (set data )?type\b/.test(statement) ||
        /\bgenerated always as\b[^;]*\bstored\b/.test(statement) ||
        /\bset (un)?logged\b/.test(statement) ||
        /\badd column\b[^,;]*\bdefault\b[^,;]*\((?!\))[^;]*(random|clock_timestamp|gen_random_uuid|nextval)/.test(
          statement,
        )),
  },
  {
    name: 'checks every row of a large table under its lock',
    word: 'lock',
    breaks: (statement) =>
      isOnLarge(statement, 'alter table') &&
      (/\bset not null\b/.test(statement) ||
        (/\badd constraint\b/.test(statement) &&
          !/\bnot valid\b/.test(statement) &&
          !/\busing index\b/.test(statement))),
  },
  {
    name: 'builds an index on a large table under its lock',
    word: 'lock',
    breaks: (statement) =>
      /^create (unique )?index\b/.test(statement) && !/\bconcurrently\b/.test(statement) && isOnLarge(statement, ' on'),
  },
  {
    name: 'takes away what the release before reads or writes',
    word: 'contract',
    breaks: (statement) =>
      /^drop (table|view|function|type|sequence)\b/.test(statement) ||
      /\bdrop column\b/.test(statement) ||
      /\brename (to|column)\b/.test(statement) ||
      /\brename \S+ to\b/.test(statement),
  },
  {
    name: 'updates or deletes all rows of a large table at once',
    word: 'lock',
    breaks: (statement) =>
      (isOnLarge(statement, '^update') || isOnLarge(statement, '^delete from')) && !/\bwhere\b/.test(statement),
  },
]

/** @param {string} statement @param {string} before */
function isOnLarge(statement, before) {
  return LARGE.some((table) => new RegExp(`${before} (only )?(if exists )?${table}\\b`).test(statement))
}

/**
 * What the migration does against the rules, as sentences; a file that gives its reason breaks none.
 * @param {string} sql
 */
export function brokenRules(sql) {
  const reasons = new Set([...sql.matchAll(/^-- (lock|contract): \S/gm)].map(([, word]) => word))
  const made = [...sql.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table)
  return statementsOf(sql).flatMap((statement) => {
    // Nobody uses a table that the same file makes.
    if (made.some((table) => new RegExp(`\\b(alter table|on|update|delete from) ${table}\\b`).test(statement)))
      return []
    return RULES.filter(({ word, breaks }) => !reasons.has(word) && breaks(statement)).map(
      ({ name, word }) => `${name}; say why that is no harm in a line "-- ${word}: …": ${statement.slice(0, 90)}`,
    )
  })
}

/** @param {string} sql */
function statementsOf(sql) {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}
