import type {
  listBotCode as listSpec,
  listBotNames as namesSpec,
  listBotVersions as versionsSpec,
  readBotCode as readSpec,
  readBotVersion as versionSpec,
  readCurrentBotCode as currentSpec,
} from '@trading-bot/contract/rest/trading/bot-code'
import { Gate, RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { AdminBotStatus } from '@trading-bot/contract/rest/trading/bot-form'
import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { allFiles, type Source } from '@trading-bot/contract/rest/trading/code-files'
import { diffFiles } from '@trading-bot/core/diff-files'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { shippedBot } from '../../platform/providers/shipped-bots.ts'
import {
  findStrategyRow,
  findRunningStrategy,
  findVersion,
  listStrategyRows,
  listVersionRows,
} from './bot-code-store.ts'
import { botCodeView, formOf } from './bot-code-view.ts'
import { sourceOf } from './definition/source.ts'

export const listBotCode: UseCase<typeof listSpec> = async ({ db }) =>
  Promise.all((await listStrategyRows(db)).map(botCodeView))

export const listBotNames: UseCase<typeof namesSpec> = async ({ db }) =>
  (await listStrategyRows(db)).map(({ id, name, filename, bot_type, status }) => ({
    id,
    name,
    filename,
    bot_type: BotType.parse(bot_type),
    status: AdminBotStatus.parse(status),
  }))

export const readBotCode: UseCase<typeof readSpec> = async ({ db }, { id }) => {
  const row = await findStrategyRow(db, id)
  return row ? botCodeView(row) : refuse('NOT_FOUND')
}

export const readCurrentBotCode: UseCase<typeof currentSpec> = async ({ db }, { bot_type }) => {
  const template = await shippedBot(bot_type ?? 'custom_strategy')
  const row = await findRunningStrategy(db, bot_type)
  const version = row?.deployed_version ? await findVersion(db, row.id, row.deployed_version) : undefined
  if (!row || !version) return { code: template, files: null, bot_id: null, version_number: null, template }
  return { ...(await sourceOf(row, version)), bot_id: row.id, version_number: version.number, template }
}

export const listBotVersions: UseCase<typeof versionsSpec> = async ({ db }, { id }) => {
  const bot = await findStrategyRow(db, id)
  if (!bot) return refuse('NOT_FOUND')
  const rows = await listVersionRows(db, id)
  return rows.map(({ number, hash, runs_as, gate, created_at, username }) => ({
    number,
    hash,
    runs_as: RunsAs.parse(runs_as),
    is_deployed: number === bot.deployed_version,
    created_at: created_at.toISOString(),
    created_by: username,
    gate: gate === null ? null : Gate.parse(gate),
  }))
}

export const readBotVersion: UseCase<typeof versionSpec> = async ({ db }, { id, number }) => {
  const bot = await findStrategyRow(db, id)
  const version = bot && (await findVersion(db, id, number))
  if (!bot || !version) return refuse('NOT_FOUND')
  const source = await sourceOf(bot, version)
  const before = await findVersion(db, id, number - 1)
  const config = formOf(bot, version.config)
  // The configuration is part of a version, and is compared like a file.
  const whole = (of: Source, form: object) => [
    ...allFiles(of),
    { name: 'Configuration', code: configLines({ ...form }) },
  ]
  return {
    number,
    ...source,
    config,
    hash: version.hash,
    runs_as: RunsAs.parse(version.runs_as),
    diff: before
      ? diffFiles(whole(await sourceOf(bot, before), formOf(bot, before.config)), whole(source, config))
      : [],
  }
}

function configLines(config: Readonly<Record<string, unknown>>): string {
  return Object.entries(config)
    .map(([key, value]) => `# ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
