import { refuse } from '@trading-bot/contract/rest/refusals'
import type {
  findSheet as findSpec,
  printSheet as printSpec,
  readSheet as readSpec,
  SheetVersion,
  StrategySheet,
} from '@trading-bot/contract/rest/trading/sheets'
import type { CallInput } from '@trading-bot/contract/rest/call'
import { findBotPlan } from '../../../billing/plans/index.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findDeployedBot, readVersionLogic } from '../../strategies/index.ts'
import { drawSheet } from './draw-sheet.ts'
import { readHours } from './read-hours.ts'
import { findReadableSheet, type ReadableSheet } from './readable-sheets.ts'
import { whiteBoxSheet, type WhiteBoxSheet } from './white-box-sheet.ts'

export const findSheet: UseCase<typeof findSpec> = async ({ db, actor }, of) => {
  const version = await findVersionToTrade(db, actor.userId, of)
  const row = version && (await findReadableSheet(db, actor.userId, version))
  return row ? sheetVersion(row) : refuse('NOT_FOUND')
}

export const readSheet: UseCase<typeof readSpec> = async ({ db, actor, clock }, which) => {
  const row = await findReadableSheet(db, actor.userId, which)
  return row ? sheetView(row, await sheetOf(db, row, clock.now())) : refuse('NOT_FOUND')
}

export const printSheet: UseCase<typeof printSpec> = async ({ db, actor, clock }, which) => {
  const row = await findReadableSheet(db, actor.userId, which)
  const now = clock.now()
  return row ? drawSheet(await sheetOf(db, row, now), now) : refuse('NOT_FOUND')
}

export function sheetVersion(row: ReadableSheet): SheetVersion {
  const { logic_hash, name, bot_type, version, disclosure, accepted_at } = row
  return { logic_hash, name, bot_type, version, disclosure, accepted_at: accepted_at?.toISOString() ?? null }
}

async function sheetOf(db: Queryable, row: ReadableSheet, now: Date): Promise<WhiteBoxSheet> {
  const { strategy_id, version, logic_hash, disclosure: kind, certificate, report_day } = row
  const logic = await readVersionLogic(db, strategy_id, version)
  const box = { kind, certificate, report_day }
  return whiteBoxSheet(logic, { hash: logic_hash, version, hours: await readHours(db, now), box })
}

function sheetView(row: ReadableSheet, { sections, code }: WhiteBoxSheet): StrategySheet {
  const lined = sections.map(({ heading, lines }) => ({
    heading,
    lines: lines.map((line) =>
      typeof line === 'string' ? { label: null, text: line } : { label: line[0], text: line[1] },
    ),
  }))
  return { ...sheetVersion(row), sections: lined, program: code }
}

/** A bot that trades keeps its version; a stopped one starts with the deployed one. */
async function findVersionToTrade(
  db: Queryable,
  userId: string,
  { bot_plan_id, bot_type, bot_id }: CallInput<typeof findSpec>,
): Promise<{ readonly strategy_id: string; readonly version: number } | undefined> {
  if (bot_id !== undefined) {
    const bot = await db
      .selectFrom('user_bots')
      .innerJoin('bots', 'bots.id', 'user_bots.strategy_id')
      .select(['user_bots.status', 'user_bots.strategy_id', 'user_bots.version', 'bots.deployed_version'])
      .where('user_bots.id', '=', bot_id)
      .where('user_bots.user_id', '=', userId)
      .executeTakeFirst()
    if (!bot) return undefined
    const { status, strategy_id, version, deployed_version } = bot
    return { strategy_id, version: status === 'stopped' ? (deployed_version ?? version) : version }
  }
  const plan = bot_plan_id === undefined ? undefined : await findBotPlan(db, bot_plan_id)
  const type = bot_type ?? plan?.bot_type
  const found = type && (await findDeployedBot(db, type, { planBotId: plan?.bot_id }))
  return found ? { strategy_id: found.id, version: found.number } : undefined
}
