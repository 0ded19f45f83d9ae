// Which rows the ids of the contract name. A new kind of id has to be added here before its call can be proven.

const BY_PATH: readonly (readonly [path: RegExp, table: string, key?: string])[] = [
  [/^\/admin\/bots\/\{id\}/, 'user_bots'],
  [/^\/bots\/trades\/\{id\}/, 'orders'],
  [/^\/bots\/\{id\}/, 'user_bots'],
  [/^\/admin\/switches\//, 'kill_switches'],
  [/^\/auth\/notices\//, 'account_notices'],
  [/^\/auth\/sessions\//, 'sessions'],
  [/^\/auth\/passkeys\//, 'passkeys'],
  [/^\/admin\/config\//, 'settings', 'key'],
  [/^\/admin\/complaints\//, 'complaints'],
  [/^\/admin\/maintenance\//, 'maintenance_windows'],
  [/^\/admin\/market-data\/actions\//, 'corporate_actions'],
  [/^\/admin\/users\//, 'users'],
  [/^\/admin\/ec2\//, 'machines'],
  [/^\/subscriptions\/bot-plans\//, 'bot_plans'],
  [/^\/subscriptions\/plans\//, 'plans'],
  [/^\/admin\/regular-plans\//, 'plans'],
  [/^\/admin\/plans\//, 'bot_plans'],
  [/^\/subscriptions\/admin\/symbols\//, 'symbols'],
  [/^\/subscriptions\/payment\//, 'payments'],
  [/^\/subscriptions\/mandate\//, 'mandates'],
  [/^\/admin\/coupons\//, 'coupons'],
  [/^\/admin\/(refunds|payments)\//, 'payments'],
  [/^\/(subscriptions|admin\/subscriptions)\/\{id\}/, 'subscriptions'],
  [/^\/admin\/bot-config\/backtest\//, 'backtests'],
  [/^\/admin\/bot-config\/sweep\//, 'script_sweeps'],
  [/^\/admin\/bot-config\/\{id\}/, 'bots'],
  [/^\/admin\/bot-code\//, 'bots'],
  [/^\/admin\/algos\//, 'algo_registrations'],
  [/^\/admin\/hosting\/empanelments\//, 'provider_empanelments'],
  [/^\/admin\/hosting\/approvals\//, 'broker_approvals'],
]

/** The table of the rows that `{id}` of this path names, and their key. */
export function rowsNamedBy(path: string): { readonly table: string; readonly key: string } {
  const kind = BY_PATH.find(([pattern]) => pattern.test(path))
  if (!kind) throw new Error(`unknown kind of id in ${path}: say in id-kinds.ts which table it names`)
  const [, table, key = 'id'] = kind
  return { table, key }
}
