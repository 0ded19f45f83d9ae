import { sql } from 'kysely'

export function copyName(name: string): string {
  return `${name} (copy)`.slice(0, 60)
}

/**
 * The instance's name once it runs this strategy: a name taken from its strategy follows the new strategy, a name that
 * the owner chose stays.
 */
export function nameAfter(strategyId: string) {
  return sql<string>`(
    select case user_bots.name
      when former.name then next.name
      when left(former.name || ' (copy)', 60) then left(next.name || ' (copy)', 60)
      else user_bots.name end
    from bots former, bots next
    where former.id = user_bots.strategy_id and next.id = ${strategyId})`
}
