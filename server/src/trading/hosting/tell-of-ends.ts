import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { alertOperator } from '../../accounts/notifications/index.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { type HostingRule, momentText } from './hosting-refusals.ts'
import { tellRefusedOwners } from './tell-refused-owners.ts'

const WARN_DAYS = [1, 7, 30]

type Document = {
  readonly table: 'provider_empanelments' | 'broker_approvals'
  readonly id: string
  readonly name: string
  readonly valid_until: Date
}

/**
 * 30, 7 and 1 days before an empanelment or approval ends the operator is alerted. When it has ended, which the database
 * itself sees to the minute, the operator and the owners of the bots it stops are told.
 */
export async function tellOfHostingEnds(deps: Deps): Promise<void> {
  if (deps.config.compliance.hosting !== 'provider') return
  const { rows } = await sql<Document>`
    select 'provider_empanelments' as table, id, 'The algo provider’s empanelment ' || number as name, valid_until
    from provider_empanelments where ended_at is null
    union all
    select 'broker_approvals', id, 'The broker’s approval ' || reference, valid_until
    from broker_approvals where ended_at is null and valid_until is not null`.execute(deps.db)
  await forEachAlone(rows, (document) => deps.db.transaction().execute((tx) => tell(tx, deps, document)))
}

async function tell(tx: Tx, { config, clock }: Deps, { table, id, name, valid_until }: Document): Promise<void> {
  const now = clock.now()
  const leftMs = valid_until.getTime() - now.getTime()
  const days = leftMs <= 0 ? 0 : WARN_DAYS.find((each) => leftMs <= each * DAY_MS)
  if (days === undefined) return
  const told = await tx
    .updateTable(table)
    .set({ told_days: days })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((each) => each.or([each('told_days', 'is', null), each('told_days', '>', days)]))
    .executeTakeFirst()
  if (told.numUpdatedRows === 0n) return
  const when = days === 0 ? 'has ended' : `ends within ${days === 1 ? 'a day' : `${days} days`}`
  const effect = days === 0 ? 'No position is opened' : 'From then on no position is opened'
  await alertOperator(tx, config, now, {
    event: 'hosting.ends',
    subject: `${name} ${when}`,
    text: `${name} ${days === 0 ? 'ended' : 'ends'} on ${momentText(valid_until)}. ${effect} with real money by it; exits go on.\n\nEnter the new one: ${config.publicUrl}/admin/compliance?tab=hosting`,
  })
  if (days > 0) return
  const why = `${name} has ended.`
  await tellRefusedOwners(tx, { key: `hosting-end:${id}`, why, now, rules: [ENDED[table]] })
}

const ENDED: Readonly<Record<Document['table'], HostingRule>> = {
  provider_empanelments: 'EMPANELMENT_ENDED',
  broker_approvals: 'APPROVAL_ENDED',
}
