import type {
  BotConfigView,
  readBotConfig as readSpec,
  readOneBotConfig as oneSpec,
  SimpleConfig,
  updateBotConfig as updateSpec,
} from '@trading-bot/contract/rest/trading/bot-config'
import type { Gate } from '@trading-bot/contract/rest/trading/bot-code'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { type StrategyRow, findStrategyRow, findRunningStrategy, findVersion, lockStrategy } from './bot-code-store.ts'
import { declaredOf } from './author-parameters/declared-of-row.ts'
import { formOf } from './bot-code-view.ts'
import { sourceOf } from './definition/source.ts'
import { deployVersion, gateOfVersion } from './deploy-bot-code.ts'
import { changeBot } from './save-bot-code.ts'

export const readBotConfig: UseCase<typeof readSpec> = async ({ db }) => {
  const bot = await findRunningStrategy(db)
  return bot ? configView(bot) : refuse('NOT_FOUND')
}

export const readOneBotConfig: UseCase<typeof oneSpec> = async ({ db }, { id }) => {
  const bot = await findStrategyRow(db, id)
  return bot ? configView(bot) : refuse('NOT_FOUND')
}

/** Saves a new version with the old code; if the bot is active and the checks pass, the new version is deployed. */
export const updateBotConfig: UseCase<typeof updateSpec> = async (context, { bot_id, config }) => {
  const { db } = context
  const bot = bot_id === undefined ? await findRunningStrategy(db) : await findStrategyRow(db, bot_id)
  if (!bot) return refuse('NOT_FOUND')
  const form = withConfig(formOf(bot, bot.config), config)
  // A bot of several symbols keeps them: the simple view shows one.
  if (form.multiple_symbols.length > 0) Object.assign(form, { symbol: '', token: '' })
  const saved = await changeBot(context, bot.id, { ...(await sourceOf(bot, bot)), config: form })
  if (saved instanceof Refusal) return saved
  const fresh = (await findStrategyRow(db, bot.id))!
  const version = (await findVersion(db, bot.id, fresh.number))!
  const gate = bot.deployed_version === null ? null : await gateOfVersion(context, fresh, version)
  const isDeployed =
    gate?.passed === true &&
    (await db.transaction().execute(async (tx) => {
      const locked = await lockStrategy(tx, bot.id)
      return locked ? deployVersion(context, tx, locked, version, { gate, reason: null }) : false
    }))
  const outcome = isDeployed ? 'and deployed' : whyNotDeployed(gate)
  const message = `Bot configuration saved as version ${fresh.number} ${outcome}.`
  return { message, config: configView((await findStrategyRow(db, bot.id))!), is_deployed: isDeployed }
}

function whyNotDeployed(gate: Gate | null): string {
  if (!gate) return 'and not deployed yet'
  return gate.passed
    ? 'but not deployed: it waits for another administrator'
    : 'but not deployed: its publish checks failed'
}

/** What is not sent stays as it is. */
function withConfig(old: BotForm, config: SimpleConfig): BotForm {
  const {
    max_loss_per_week = old.max_loss_per_week,
    max_drawdown = old.max_drawdown,
    max_open_value = old.max_open_value,
    trailing_stop_percent = old.trailing_stop_percent,
    interval = old.interval,
    author_parameters = old.author_parameters,
  } = config
  const limits = { max_loss_per_week, max_drawdown, max_open_value, trailing_stop_percent }
  return { ...old, ...config, ...limits, interval, author_parameters }
}

function configView(bot: StrategyRow): BotConfigView {
  const form = formOf(bot, bot.config)
  // The simple view shows one symbol; for a bot of several it shows none.
  const one = form.multiple_symbols.length > 0 ? { symbol: '', token: '' } : {}
  const symbol_count = Math.max(form.multiple_symbols.length, 1)
  return { ...form, ...one, symbol_count, id: bot.id, version_number: bot.number, parameters: declaredOf(bot) }
}
