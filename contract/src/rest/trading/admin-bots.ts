// Administration of users' bots and the kill switches.
import * as z from 'zod/mini'
import { Bot, BotAction } from './bots.ts'
import { call } from '../call.ts'
import { ById, Id, NoContent, required, Rupees, Time } from '../shapes.ts'

const name = required('Name is required', { max: 40 })

export const listAllBots = call({
  method: 'GET',
  path: '/admin/bots/',
  access: 'admin',
  summary: 'Bots of all users, newest first.',
  answer: z.array(Bot),
})
export const createUserBot = call({
  method: 'POST',
  path: '/admin/bots/create/',
  access: 'admin',
  summary: 'Creates the bot of a user’s valid subscription.',
  body: z.strictObject({ user_id: Id, name: z.optional(name) }),
  answer: Bot,
  status: 201,
})
export const readAnyBot = call({
  method: 'GET',
  path: '/admin/bots/{id}/',
  access: 'admin',
  summary: 'One user’s bot.',
  params: ById,
  answer: Bot,
})
export const updateAnyBot = call({
  method: 'PUT',
  path: '/admin/bots/{id}/',
  access: 'admin',
  summary: 'Renames a user’s bot.',
  params: ById,
  body: z.strictObject({ name }),
  answer: Bot,
})
export const deleteAnyBot = call({
  method: 'DELETE',
  path: '/admin/bots/{id}/',
  access: 'admin',
  summary: 'Archives a user’s stopped bot. Its trades stay.',
  params: ById,
  answer: NoContent,
  status: 204,
})
export const controlAnyBot = call({
  method: 'POST',
  path: '/admin/bots/{id}/control/',
  access: 'admin',
  recentAuth: true,
  summary: 'Starts, stops, pauses, resumes or restarts a user’s bot; live bots are started by their owners only.',
  params: ById,
  body: z.strictObject({ action: BotAction, close_positions: z._default(z.boolean(), false) }),
  answer: z.object({ message: z.string(), bot: Bot }),
})
export const readAllBotStats = call({
  method: 'GET',
  path: '/admin/bots/stats/',
  access: 'admin',
  summary: 'Bots by state, their open positions, and the trades of the India day.',
  answer: z.object({
    total_bots: z.int(),
    running_bots: z.int(),
    paused_bots: z.int(),
    error_bots: z.int(),
    stopped_bots: z.int(),
    open_positions: z.int(),
    trades_today: z.int(),
    pnl_today: Rupees,
  }),
})
export const assignBot = call({
  method: 'POST',
  path: '/admin/bots/assign/',
  access: 'admin',
  summary: 'Assigns this bot code item to a user’s bot, which is created if there is none.',
  body: z.strictObject({ bot_id: Id, user_id: Id }),
  answer: z.object({ message: z.string(), bot: Bot }),
})
export const duplicateForUser = call({
  method: 'POST',
  path: '/admin/bots/duplicate/',
  access: 'admin',
  summary: 'A stopped, paper-only copy of a bot for another user.',
  body: z.strictObject({ bot_id: Id, user_id: Id, name: z.optional(name) }),
  answer: Bot,
  status: 201,
})

const Stopped = z.object({
  message: z.string(),
  stopped_bots: z.int(),
  /** Of the positions that were open, those closed and those still being closed at the time of the answer. */
  closed_positions: z.int(),
  open_positions: z.int(),
})
export const stopAllBots = call({
  method: 'POST',
  path: '/admin/bots/stop-all/',
  access: 'admin',
  summary: 'No entries for the rest of the India trading day, and every position is closed.',
  answer: Stopped,
})
export const stopStrategy = call({
  method: 'POST',
  path: '/admin/bots/stop-specific/',
  access: 'admin',
  summary: 'The same for one strategy.',
  body: z.strictObject({ strategy_name: required('Please select a bot strategy to stop') }),
  answer: Stopped,
})
export const readClosing = call({
  method: 'GET',
  path: '/admin/bots/closing/',
  access: 'admin',
  summary: 'Positions that somebody asked to close and that are still open, with what hinders the oldest.',
  answer: z.object({
    closing: z.int(),
    /** Asked for more than a minute ago. */
    held_up: z.array(
      z.object({ symbol: z.string(), bot_name: z.string(), username: z.string(), since: Time, reason: z.string() }),
    ),
  }),
})
export const listActiveStrategies = call({
  method: 'GET',
  path: '/admin/bots/active-strategies/',
  access: 'admin',
  summary: 'Every deployed bot code item with its users’ bots.',
  answer: z.object({
    strategies: z.array(
      z.object({
        id: Id,
        name: z.string(),
        is_running: z.boolean(),
        running_user_bots: z.int(),
        total_user_bots: z.int(),
        /** In error: the version that they ran has failed. */
        failed_user_bots: z.int(),
      }),
    ),
  }),
})

export const restartFailedBots = call({
  method: 'POST',
  path: '/admin/bots/restart-failed/',
  access: 'admin',
  recentAuth: true,
  summary: 'Restarts the bots that failed by a strategy with its deployed version; owners of live ones are told.',
  body: z.strictObject({ strategy_id: Id, bot_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))) }),
  answer: z.object({ message: z.string(), restarted: z.int(), told: z.int(), left: z.int() }),
})

export const KillSwitch = z.object({
  id: Id,
  scope: z.enum(['platform', 'strategy', 'user', 'bot']),
  subject_id: z.nullable(Id),
  /** A strategy's or a bot's name, a user's address; null for the platform. */
  subject_name: z.nullable(z.string()),
  reason: z.string(),
  /** Null when the platform set it by itself. */
  set_by: z.nullable(z.string()),
  is_automatic: z.boolean(),
  set_at: Time,
  /** Null means until it is lifted. */
  until: z.nullable(Time),
})
export type KillSwitch = z.infer<typeof KillSwitch>
export const listKillSwitches = call({
  method: 'GET',
  path: '/admin/switches/',
  access: 'admin',
  summary: 'The active switches.',
  answer: z.array(KillSwitch),
})
export const SetKillSwitch = z.strictObject({
  scope: z.enum(['platform', 'strategy', 'user', 'bot'], 'Unknown scope'),
  subject_id: z.optional(Id),
  reason: required('Say why', { max: 200, hasLines: true }),
  close_positions: z._default(z.boolean(), false),
})
export const setKillSwitch = call({
  method: 'POST',
  path: '/admin/switches/',
  access: 'admin',
  summary: 'Blocks entries for the platform, a strategy, a user or a bot until it is lifted; exits are never blocked.',
  body: SetKillSwitch,
  answer: KillSwitch,
  status: 201,
})
export const liftKillSwitch = call({
  method: 'DELETE',
  path: '/admin/switches/{id}/',
  access: 'admin',
  recentAuth: true,
  summary: 'Lifts a switch.',
  params: ById,
  answer: NoContent,
  status: 204,
})
