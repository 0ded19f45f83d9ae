import { createHash } from 'node:crypto'
import type {
  addBotCode as addSpec,
  BotCode,
  createBotCode as createSpec,
  RunsAs,
  saveBotCode as saveSpec,
  updateBotCode as updateSpec,
} from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { checkOrderValue } from '../../billing/subscriptions/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { keepFormerName } from '../../platform/db/former-names.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { checkAuthorValues } from './author-parameters/check-author-values.ts'
import { readDeclaration } from './author-parameters/read-declaration.ts'
import { BotConfig } from './definition/strategy-config.ts'
import {
  type StrategyRow,
  countUsersOf,
  findStrategyByName,
  findStrategyRow,
  findUnknownSymbols,
  insertBot,
  insertVersion,
  lockStrategy,
  updateStrategyRow,
} from './bot-code-store.ts'
import { botCodeView } from './bot-code-view.ts'
import { checkForm } from './form-parameters.ts'
import { deleteDraft } from './studio/draft-store.ts'
import { runsAs } from './definition/runs-as.ts'
import { sortedFiles } from './definition/source.ts'
import { recordLogicHashes } from './record-logic-hashes.ts'

type Input = Source & { readonly config: BotForm }

export const addBotCode: UseCase<typeof addSpec> = (context, input) => makeBot(context, input)
export const createBotCode: UseCase<typeof createSpec> = (context, input) => makeBot(context, input)
export const updateBotCode: UseCase<typeof updateSpec> = (context, { id, ...input }) => changeBot(context, id, input)

export const saveBotCode: UseCase<typeof saveSpec> = async (context, input) => {
  const known = await findStrategyByName(context.db, input.config.name)
  return known ? changeBot(context, known.id, input) : makeBot(context, input)
}

export async function makeBot(context: Context<'admin'>, sent: Input, filename?: string): Promise<BotCode | Refusal> {
  const { db, clock } = context
  const now = clock.now()
  const input = await withDeclaration(context, sent)
  if (input instanceof Refusal) return input
  const refusal = await refuseForm(context, input.config)
  if (refusal) return refusal
  const { name, description, status, bot_type } = input.config
  const id = newId(now)
  return db.transaction().execute(async (tx) => {
    const file = await freeFilename(tx, filename ?? `${slug(name)}.py`)
    if (!(await insertBot(tx, { id, name, filename: file, description, status, bot_type }, now))) {
      return refuse('BOT_NAME_TAKEN')
    }
    const { hash } = await addVersion(context, tx, { id, number: 1 }, input)
    await recordLogicHashes(tx, id)
    const after = { name, bot_type, status, version: 1, hash }
    await recordAudit(tx, context, { action: 'bot_code.created', subject: { kind: 'bot', id }, after })
    return botCodeView((await findStrategyRow(tx, id))!)
  })
}

export async function changeBot(context: Context<'admin'>, id: string, sent: Input): Promise<BotCode | Refusal> {
  const { db, clock } = context
  const old = await findStrategyRow(db, id)
  if (!old) return refuse('NOT_FOUND')
  const input = await withDeclaration(context, sent)
  if (input instanceof Refusal) return input
  const refusal = await refuseForm(context, input.config, old)
  if (refusal) return refusal
  return db.transaction().execute(async (tx) => {
    const bot = await lockStrategy(tx, id)
    if (!bot) return refuse('NOT_FOUND')
    const conflict = await refuseChange(tx, bot, input.config)
    if (conflict) return conflict
    const { name, description, status, bot_type } = input.config
    const isSame = versionHash(input) === bot.hash
    if (!isSame) await addVersion(context, tx, { id, number: bot.number + 1 }, input)
    await keepFormerName(tx, bot, name, clock.now())
    await updateStrategyRow(tx, id, { name, description, status, bot_type }, clock.now())
    await recordLogicHashes(tx, id)
    await deleteDraft(tx, context.actor.userId, id)
    const before = { name: bot.name, status: bot.status, version: bot.number, hash: bot.hash }
    const after = { name, status, version: isSame ? bot.number : bot.number + 1, hash: versionHash(input) }
    await recordAudit(tx, context, { action: 'bot_code.saved', subject: { kind: 'bot', id }, before, after })
    return botCodeView((await findStrategyRow(tx, id))!)
  })
}

type Declared = Input & { readonly runsAs: RunsAs; readonly parameters: object | null }

/** What the code declares, and the form's values of it; a refusal names the field and its range. */
async function withDeclaration(
  { scripts }: Context<'admin'>,
  { config, ...source }: Input,
): Promise<Declared | Refusal> {
  const ran = await runsAs(config.bot_type, source)
  const declaration = await readDeclaration(scripts, source, ran)
  if (declaration.kind === 'taken') return refuseFields({ code: [declaration.error] })
  const checked = checkAuthorValues(config, declaration)
  if (!checked.ok) return refuseFields({ [`config.${checked.field}`]: [checked.sentence] })
  const parameters = declaration.kind === 'declared' ? declaration.parameters : null
  return { ...source, config: checked.form, runsAs: ran, parameters }
}

async function addVersion(context: Context<'admin'>, tx: Tx, which: { id: string; number: number }, input: Declared) {
  const { code, files, config, parameters } = input
  const hash = versionHash(input)
  const version = {
    bot_id: which.id,
    number: which.number,
    code,
    hash,
    runs_as: input.runsAs,
    created_by: context.actor.userId,
  }
  await insertVersion(tx, version, { config: keptConfig(config), parameters, files }, context.clock.now())
  return { hash }
}

/** Code and configuration by content; name, description and status belong to the bot, not to its versions. */
export function versionHash({ code, files, config }: Input): string {
  return createHash('sha256')
    .update(
      JSON.stringify({
        code,
        // Code of a single file keeps the hash that it had before there could be several.
        ...(files && { files: sortedFiles(files) }),
        bot_type: config.bot_type,
        config: hashedConfig(config),
      }),
    )
    .digest('hex')
}

/** Without what versions older than the choice do not have, so that saving one unchanged makes no new version. */
function hashedConfig(config: BotForm): Partial<BotConfig> {
  const { interval, author_parameters, rule_in_words, known_risks, ...rest } = keptConfig(config)
  const hasValues = Object.keys(author_parameters).length > 0
  return {
    ...rest,
    ...(interval !== '1m' && { interval }),
    ...(hasValues && { author_parameters }),
    ...(rule_in_words !== '' && { rule_in_words }),
    ...(known_risks !== '' && { known_risks }),
  }
}

/** One symbol is stored as symbol and token; several as the list, with both empty. */
function keptConfig(config: BotForm): BotConfig {
  const isList = config.multiple_symbols.length > 0
  return BotConfig.parse(isList ? { ...config, symbol: '', token: '' } : config)
}

async function refuseForm(
  { db, prices }: Context<'admin'>,
  config: BotForm,
  old?: StrategyRow,
): Promise<Refusal | undefined> {
  const named = config.multiple_symbols.length > 0 ? config.multiple_symbols : [config]
  if (named.some(({ symbol }) => symbol === '')) return refuseFields({ 'config.symbol': ['Please choose a symbol'] })
  if (new Set(named.map(({ symbol }) => symbol)).size < named.length) {
    return refuseFields({ 'config.multiple_symbols': ['A symbol is named twice'] })
  }
  const [unknown] = await findUnknownSymbols(db, named)
  const field = config.multiple_symbols.length > 0 ? 'config.multiple_symbols' : 'config.symbol'
  if (unknown) return refuseFields({ [field]: [`${unknown} with this token is not a known symbol`] })
  const parameters = checkForm(config)
  if (!parameters.ok) return refuseFields({ [`config.${parameters.field}`]: [parameters.sentence] })
  const names = named.map(({ symbol }) => symbol)
  return checkOrderValue(db, prices, names, chosenValues(config, names, old && BotConfig.parse(old.config)))
}

/** The amounts that this save chooses: those that come back as they are, for the same symbols, are no choice. */
function chosenValues(config: BotForm, names: readonly string[], old: BotConfig | undefined) {
  const before = old && (old.multiple_symbols.length > 0 ? old.multiple_symbols.map((one) => one.symbol) : [old.symbol])
  const isSame = before?.join() === names.join()
  const chosen = (field: 'long_capital_amount' | 'short_capital_amount' | 'max_open_value') =>
    isSame && old?.[field] === config[field] ? null : config[field]
  const short = isTwoSided(config.bot_type) && { 'config.short_capital_amount': chosen('short_capital_amount') }
  return {
    capital: { 'config.long_capital_amount': chosen('long_capital_amount'), ...short },
    openValue: { 'config.max_open_value': chosen('max_open_value') },
  }
}

async function refuseChange(tx: Tx, bot: StrategyRow, config: BotForm): Promise<Refusal | undefined> {
  const namesake = await findStrategyByName(tx, config.name)
  if (namesake && namesake.id !== bot.id) return refuse('BOT_NAME_TAKEN')
  if (config.bot_type === bot.bot_type) return undefined
  const { all } = await countUsersOf(tx, bot.id)
  return all > 0 ? refuse('BOT_TYPE_FIXED') : undefined
}

function slug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  return plain.replace(/^_+|_+$/g, '') || 'bot'
}

async function freeFilename(tx: Tx, wanted: string): Promise<string> {
  const stem = wanted.replace(/\.py$/, '')
  const rows = await tx
    .selectFrom('bots')
    .select('filename')
    .where('filename', 'like', `${stem.replace(/[\\%_]/g, '\\$&')}%`)
    .where('archived_at', 'is', null)
    .execute()
  const taken = new Set(rows.map(({ filename }) => filename))
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${stem}_${n}.py`
    if (!taken.has(name)) return name
  }
}
