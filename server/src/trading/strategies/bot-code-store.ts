import type { Gate } from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Bots, BotVersions } from '../../platform/db/tables.ts'
import { storedFiles } from './definition/source.ts'

export type VersionRow = Selectable<BotVersions>
export type StrategyRow = Selectable<Bots> &
  Pick<VersionRow, 'code' | 'files' | 'config' | 'hash' | 'runs_as' | 'number' | 'parameters'>

const MOST_BOTS = 500

/** Bots with their newest version; archived ones are left out. */
function botsWithNewest(db: Queryable) {
  return db
    .selectFrom('bots')
    .innerJoin('bot_versions', (join) =>
      join.onRef('bot_versions.bot_id', '=', 'bots.id').on('bot_versions.number', '=', (eb) =>
        eb
          .selectFrom('bot_versions as newer')
          .select((max) => max.fn.max('newer.number').as('number'))
          .whereRef('newer.bot_id', '=', 'bots.id'),
      ),
    )
    .selectAll('bots')
    .select(['bot_versions.code', 'bot_versions.config', 'bot_versions.hash', 'bot_versions.runs_as'])
    .select(['bot_versions.number', 'bot_versions.parameters', 'bot_versions.files'])
    .where('bots.archived_at', 'is', null)
}

export async function listStrategyRows(db: Queryable): Promise<StrategyRow[]> {
  return botsWithNewest(db).orderBy('bots.created_at').orderBy('bots.id').limit(MOST_BOTS).execute()
}

export async function findStrategyRow(db: Queryable, id: string): Promise<StrategyRow | undefined> {
  return botsWithNewest(db).where('bots.id', '=', id).executeTakeFirst()
}

/** An archived bot may still run for those who hold it. */
export async function findBotWithArchived(db: Queryable, id: string) {
  return db.selectFrom('bots').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findStrategyByName(db: Queryable, name: string): Promise<StrategyRow | undefined> {
  return botsWithNewest(db)
    .where((eb) => eb(eb.fn<string>('lower', ['bots.name']), '=', name.toLowerCase()))
    .executeTakeFirst()
}

/** The oldest active bot: "the current bot" where none is named. */
export async function findRunningStrategy(db: Queryable, botType?: string): Promise<StrategyRow | undefined> {
  return botsWithNewest(db)
    .where('bots.deployed_version', 'is not', null)
    .where('bots.status', '=', 'active')
    .$if(botType !== undefined, (query) => query.where('bots.bot_type', '=', botType ?? ''))
    .orderBy('bots.created_at')
    .orderBy('bots.id')
    .limit(1)
    .executeTakeFirst()
}

/** Locks the bot, so that two administrators add versions one after the other. */
export async function lockStrategy(tx: Tx, id: string): Promise<StrategyRow | undefined> {
  const locked = await tx
    .selectFrom('bots')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked && findStrategyRow(tx, id)
}

type NewBot = Pick<StrategyRow, 'id' | 'name' | 'filename' | 'description' | 'bot_type' | 'status'>

/** False if the name or the file name is taken. */
export async function insertBot(tx: Tx, bot: NewBot, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('bots')
    .values({ ...bot, created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

type NewVersion = Pick<VersionRow, 'bot_id' | 'number' | 'code' | 'hash' | 'runs_as' | 'created_by'>

type Definition = {
  readonly config: object
  readonly parameters: object | null
  readonly files: Source['files']
}

export async function insertVersion(tx: Tx, version: NewVersion, definition: Definition, now: Date): Promise<void> {
  const { config, parameters, files } = definition
  await tx
    .insertInto('bot_versions')
    .values({
      ...version,
      config: JSON.stringify(config),
      files: storedFiles(files),
      parameters: parameters === null ? null : JSON.stringify(parameters),
      created_at: now,
    })
    .execute()
}

export async function updateStrategyRow(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<StrategyRow, 'name' | 'description' | 'bot_type' | 'status' | 'deployed_version' | 'archived_at'>
  >,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('bots')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function listVersionRows(db: Queryable, botId: string) {
  return db
    .selectFrom('bot_versions')
    .leftJoin('users', 'users.id', 'bot_versions.created_by')
    .select(['bot_versions.number', 'bot_versions.hash', 'bot_versions.runs_as', 'bot_versions.gate'])
    .select(['bot_versions.created_at', 'users.username'])
    .where('bot_versions.bot_id', '=', botId)
    .orderBy('bot_versions.number', 'desc')
    .limit(200)
    .execute()
}

export async function findVersion(db: Queryable, botId: string, number: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('bot_versions')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('number', '=', number)
    .executeTakeFirst()
}

export type VersionWithBot = VersionRow & Pick<StrategyRow, 'name' | 'description' | 'status' | 'bot_type'>

/** Versions with the fields that belong to their bot, of all bots or of one; archived bots may still hold positions. */
export async function listVersionsWithBot(db: Queryable, botId?: string): Promise<VersionWithBot[]> {
  return versionsWithBot(db)
    .$if(botId !== undefined, (query) => query.where('bots.id', '=', botId ?? ''))
    .execute()
}

export async function findVersionWithBot(db: Queryable, botId: string, number: number) {
  return versionsWithBot(db).where('bots.id', '=', botId).where('number', '=', number).executeTakeFirst()
}

export async function findVersionByLogic(db: Queryable, hash: string): Promise<VersionWithBot | undefined> {
  return versionsWithBot(db)
    .where('bot_versions.logic_hash', '=', hash)
    .orderBy('bot_versions.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function versionsWithBot(db: Queryable) {
  return db
    .selectFrom('bot_versions')
    .innerJoin('bots', 'bots.id', 'bot_versions.bot_id')
    .selectAll('bot_versions')
    .select(['bots.name', 'bots.description', 'bots.status', 'bots.bot_type'])
}

export async function saveLogicHash(db: Queryable, botId: string, number: number, hash: string): Promise<void> {
  await db
    .updateTable('bot_versions')
    .set({ logic_hash: hash })
    .where('bot_id', '=', botId)
    .where('number', '=', number)
    .execute()
}

/** A version never changes; test results are stored beside it. */
export async function saveGateResult(db: Queryable, botId: string, number: number, gate: Gate): Promise<void> {
  await db
    .updateTable('bot_versions')
    // Only libraries with which it passed let it trade.
    .set({ gate: JSON.stringify(gate), ...(gate.passed && { environment_id: gate.environment }) })
    .where('bot_id', '=', botId)
    .where('number', '=', number)
    .execute()
}

/** An administrator may deploy a version over a failed gate, and thereby with these libraries. */
export async function acceptEnvironment(tx: Tx, botId: string, number: number, environment: string | null) {
  await tx
    .updateTable('bot_versions')
    .set({ environment_id: environment })
    .where('bot_id', '=', botId)
    .where('number', '=', number)
    .execute()
}

/** Whether the publish checks of this version last ran on stored history of the real market. */
export async function wasCheckedOnRealDays(
  db: Queryable,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('bot_versions')
    .select(sql<boolean | null>`(gate -> 'data' ->> 'is_simulated')::boolean`.as('isSimulated'))
    .where('bot_id', '=', id)
    .where('number', '=', version)
    .executeTakeFirst()
  return row?.isSimulated === false
}

export async function countUsersOf(db: Queryable, botId: string): Promise<{ all: number; participating: number }> {
  const row = await db
    .selectFrom('user_bots')
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('status', '<>', 'stopped').as('participating'),
    ])
    .where('strategy_id', '=', botId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), participating: Number(row.participating) }
}

export async function findUnknownSymbols(
  db: Queryable,
  wanted: readonly { readonly symbol: string; readonly token: string }[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('symbols')
    .select(['symbol', 'token'])
    .where(
      'symbol',
      'in',
      wanted.map(({ symbol }) => symbol),
    )
    .execute()
  const known = new Set(rows.map(({ symbol, token }) => `${symbol} ${token}`))
  return wanted.filter(({ symbol, token }) => !known.has(`${symbol} ${token}`)).map(({ symbol }) => symbol)
}
