import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotTests } from '../../../platform/db/tables.ts'

const MOST_LISTED = 50
/** Of a bot; older ones are deleted, because a test can be run again. */
const MOST_KEPT = 200

type NewTest = Omit<Selectable<BotTests>, 'result'>

export async function keepTest(db: Queryable, test: NewTest, result: object): Promise<void> {
  await db
    .insertInto('bot_tests')
    .values({ ...test, result: JSON.stringify(result) })
    .execute()
  await db
    .deleteFrom('bot_tests')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bot_tests')
        .select('id')
        .where('bot_id', '=', test.bot_id)
        .orderBy('tested_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MOST_KEPT),
    )
    .execute()
}

function tests(db: Queryable, botId: string) {
  return db
    .selectFrom('bot_tests')
    .leftJoin('users', 'users.id', 'bot_tests.tested_by')
    .select(['bot_tests.id', 'bot_tests.test_type', 'bot_tests.tested_at', 'users.username as tested_by'])
    .select([
      sql<boolean>`(bot_tests.result ->> 'success')::boolean`.as('success'),
      sql<string | null>`bot_tests.result ->> 'error'`.as('error'),
    ])
    .select((eb) =>
      eb
        .selectFrom('bot_versions')
        .select((max) => max.fn.max('bot_versions.number').as('number'))
        .whereRef('bot_versions.bot_id', '=', 'bot_tests.bot_id')
        .whereRef('bot_versions.hash', '=', 'bot_tests.hash')
        .as('version'),
    )
    .where('bot_tests.bot_id', '=', botId)
}

export async function listTests(db: Queryable, botId: string) {
  return tests(db, botId)
    .orderBy('bot_tests.tested_at', 'desc')
    .orderBy('bot_tests.id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export async function findTest(db: Queryable, botId: string, id: string) {
  return tests(db, botId).select('bot_tests.result').where('bot_tests.id', '=', id).executeTakeFirst()
}

export type TestRow = NonNullable<Awaited<ReturnType<typeof findTest>>>
