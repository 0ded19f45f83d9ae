// The administrator's bots: Python code and configuration in immutable versions, tested, gated, deployed.
import * as z from 'zod/mini'
import { FrameRows } from '../../bot-wire/frame-rows.ts'
import { call } from '../call.ts'
import { AuthorParameters } from './author-parameters.ts'
import { AdminBotStatus, BotForm, SymbolChoice } from './bot-form.ts'
import { fitsTogether, KeptFiles, withFiles } from './code-files.ts'
import { DataUsed } from './market-data.ts'
import { BotType } from '../billing/plans.ts'
import { ById, Id, Message, required, Time } from '../shapes.ts'

/** `native`: the native twin of an unedited template runs. `python`: this code runs in its sandbox. */
export const RunsAs = z.enum(['native', 'python'])
export type RunsAs = z.infer<typeof RunsAs>

export const BotCode = z.object({
  id: Id,
  name: z.string(),
  filename: z.string(),
  description: z.string(),
  status: AdminBotStatus,
  bot_type: BotType,
  symbol: z.string(),
  token: z.string(),
  multiple_symbols: z.array(SymbolChoice),
  quantity: z.int(),
  ema_period: z.int(),
  /** Epoch seconds. */
  last_modified: z.int(),
  version_number: z.int(),
  /** The version that runs; null until one is deployed. */
  deployed_version: z.nullable(z.int()),
  runs_as: RunsAs,
  /** The text of the entry point. */
  code: z.string(),
  files: KeptFiles,
  config: BotForm,
  /** What the newest version's code declares. */
  parameters: AuthorParameters,
})
export type BotCode = z.infer<typeof BotCode>

const Code = z
  .string('Code is required')
  .check(z.minLength(1, 'Code is required'), z.maxLength(200_000, 'At most 200,000 characters of code'))
const CodeAndConfig = z.strictObject({ code: Code, ...withFiles, config: BotForm }).check(fitsTogether())

const list = { answer: z.array(BotCode), access: 'admin', method: 'GET' } as const
const create = { method: 'POST', access: 'admin', body: CodeAndConfig, answer: BotCode, status: 201 } as const

export const listBotCode = call({ ...list, path: '/admin/bot-code/', summary: 'Every bot with its newest version.' })
export const addBotCode = call({ ...create, path: '/admin/bot-code/', summary: 'A new bot with its first version.' })
export const createBotCode = call({
  ...create,
  path: '/admin/bot-code/create/',
  summary: 'The same as POST /admin/bot-code/.',
})
export const readBotCode = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/',
  access: 'admin',
  summary: 'One bot: its newest code and configuration.',
  params: ById,
  answer: BotCode,
})
export const updateBotCode = call({
  method: 'PUT',
  path: '/admin/bot-code/{id}/',
  access: 'admin',
  summary: 'A new version; the old ones stay readable. Nothing changed makes no version.',
  params: ById,
  body: CodeAndConfig,
  answer: BotCode,
})
export const deleteBotCode = call({
  method: 'DELETE',
  path: '/admin/bot-code/{id}/',
  access: 'admin',
  summary: 'Archives the bot; its history stays.',
  params: ById,
  answer: Message,
})
export const readCurrentBotCode = call({
  method: 'GET',
  path: '/admin/bot-code/current/',
  access: 'admin',
  summary: 'The running code of a bot type (the oldest deployed bot), or the template for new bots if there is none.',
  query: z.strictObject({ bot_type: z.optional(BotType) }),
  answer: z.object({
    code: z.string(),
    files: KeptFiles,
    bot_id: z.nullable(Id),
    version_number: z.nullable(z.int()),
    /** The template of the type, for new bots. */
    template: z.string(),
  }),
})
export const saveBotCode = call({
  method: 'POST',
  path: '/admin/bot-code/save/',
  access: 'admin',
  summary: 'A new version of the bot with this name; a new bot if there is none.',
  body: CodeAndConfig,
  answer: BotCode,
})
export const listBotNames = call({
  method: 'GET',
  path: '/admin/bot-code/list/',
  access: 'admin',
  summary: 'The bots by name, for selections.',
  answer: z.array(
    z.object({ id: Id, name: z.string(), filename: z.string(), bot_type: BotType, status: AdminBotStatus }),
  ),
})
export const listBotFiles = call({
  method: 'GET',
  path: '/admin/bot-code/list-files/',
  access: 'admin',
  summary: 'The Python files shipped with the product that can be imported.',
  answer: z.array(z.object({ filename: z.string(), size: z.int(), says: z.string() })),
})
export const importBotFile = call({
  method: 'POST',
  path: '/admin/bot-code/import-file/',
  access: 'admin',
  summary: 'A new bot from one of the listed files, in testing.',
  body: z.strictObject({ filename: required('Filename is required', { max: 100 }) }),
  answer: BotCode,
  status: 201,
})

export const Sandbox = z.object({ kind: z.enum(['bubblewrap', 'namespaces', 'none']), sentence: z.string() })

export const GateCheck = z.object({
  name: z.enum(['native', 'runs', 'look_ahead', 'warm_up', 'determinism', 'budget']),
  label: z.string(),
  passed: z.boolean(),
  detail: z.string(),
  /** What the script computed around the bar that the check names. */
  rows: z.optional(z.nullable(FrameRows)),
})
export const Gate = z.object({
  passed: z.boolean(),
  checked_at: Time,
  checks: z.array(GateCheck),
  /** What it ran on; null when nothing ran, and in gates from before history was stored. */
  data: z._default(z.nullable(DataUsed), null),
  /** The libraries it ran with; null where the version uses none. */
  environment: z._default(z.nullable(z.string()), null),
  /** The bars that a version of whole histories is given while it trades. */
  window: z._default(z.nullable(z.int()), null),
})
export type Gate = z.infer<typeof Gate>

/** One line of what happened in a test, in the order of time. */
export const TestEvent = z.object({
  /** `order` and `refused`: what the script asked for. `cut`: it got less than it asked for. */
  kind: z.enum(['order', 'refused', 'entry', 'exit', 'square_off', 'cut', 'denied', 'print', 'ended']),
  /** The close of the bar that the script saw, or the minute of a fill. */
  at: Time,
  /** Line of the script; null where the platform acted by itself. */
  line: z.nullable(z.int()),
  /** The file of the line; null for the entry point. */
  file: z._default(z.nullable(z.string()), null),
  symbol: z.nullable(z.string()),
  text: z.string(),
})
export type TestEvent = z.infer<typeof TestEvent>

/** In an output: above what the script printed, which keeps its columns. */
export const PRINTED = 'Output of the script:'

export const BotTest = z.object({
  success: z.boolean(),
  output: z.string(),
  error: z.nullable(z.string()),
  /** Line of the code with the error, if any, and its file; null for the entry point. */
  line: z.nullable(z.int()),
  file: z._default(z.nullable(z.string()), null),
  missing_dependencies: z.array(z.string()),
  installation_instructions: z.nullable(z.string()),
  runs_as: RunsAs,
  sandbox: Sandbox,
  /** Where the script's idea of its position and the account's differ. */
  warnings: z.array(
    z.object({
      text: z.string(),
      line: z.nullable(z.int()),
      file: z._default(z.nullable(z.string()), null),
      at: Time,
    }),
  ),
  /** Only for a full test. */
  gate: z.nullable(Gate),
  /** What the script was looking at when it failed. */
  rows: z.optional(z.nullable(FrameRows)),
  /** What it ran on; null when nothing ran. */
  data: z.nullable(DataUsed),
  /** Something that is no error but must be known, such as a script that ended itself. */
  warning: z._default(z.nullable(z.string()), null),
  /** Orders, fills, square-offs, cut quantities, denials and prints; of very many the first and the last. */
  events: z._default(z.array(TestEvent), []),
  events_total: z._default(z.int(), 0),
})
export type BotTest = z.infer<typeof BotTest>
export const TestType = z.enum(['quick', 'full'])
const test = { method: 'POST', access: 'admin', answer: BotTest } as const

export const testBotCode = call({
  ...test,
  path: '/admin/bot-code/test/',
  summary:
    'Runs code in its sandbox on stored history, or on simulated bars where there is none: quick within 8 s, full (with the publish checks) within 50 s.',
  body: z
    .strictObject({
      code: Code,
      ...withFiles,
      config: BotForm,
      test_type: z._default(TestType, 'quick'),
      /** The result is kept with this bot. */
      bot_id: z.optional(Id),
    })
    .check(fitsTogether()),
})
export const testSavedBotCode = call({
  ...test,
  path: '/admin/bot-code/{id}/test/',
  summary: 'The same for the newest saved version.',
  params: ById,
  isBodyOptional: true,
  body: z.strictObject({ test_type: z._default(TestType, 'full') }),
})

export const BotVersion = z.object({
  number: z.int(),
  hash: z.string(),
  runs_as: RunsAs,
  is_deployed: z.boolean(),
  created_at: Time,
  created_by: z.nullable(z.string()),
  /** The last publish checks; null before the first. */
  gate: z.nullable(Gate),
})
export type BotVersion = z.infer<typeof BotVersion>
export const ByVersion = z.strictObject({
  id: Id,
  number: z.pipe(z.coerce.number<string>(), z.int().check(z.gte(1), z.lte(1_000_000))),
})
export const listBotVersions = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/versions/',
  access: 'admin',
  summary: 'The newest 200 versions of a bot, newest first.',
  params: ById,
  answer: z.array(BotVersion),
})
export const readBotVersion = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/versions/{number}/',
  access: 'admin',
  summary: 'Code and configuration of one version, with its difference to the previous one.',
  params: ByVersion,
  answer: z.object({
    number: z.int(),
    code: z.string(),
    files: KeptFiles,
    config: BotForm,
    hash: z.string(),
    runs_as: RunsAs,
    /** By file, with the configuration as the last one; empty for the first version. */
    diff: z.array(
      z.object({
        file: z.string(),
        lines: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), line: z.string() })),
      }),
    ),
  }),
})
export const checkBotVersion = call({
  method: 'POST',
  path: '/admin/bot-code/{id}/versions/{number}/check/',
  access: 'admin',
  summary: 'Runs the publish checks on a version and stores their result.',
  params: ByVersion,
  answer: Gate,
})
export const deployBotCode = call({
  method: 'POST',
  path: '/admin/bot-code/{id}/deploy/',
  access: 'admin',
  recentAuth: true,
  summary:
    'Deploys a version (the newest by default); an older one is a rollback. A failed check can be overridden only with a reason.',
  params: ById,
  isBodyOptional: true,
  body: z.strictObject({
    version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
    override_reason: z.optional(
      required('Type a reason', { min: [10, 'Type a reason of at least 10 characters'], max: 500, hasLines: true }),
    ),
  }),
  answer: z.object({ message: z.string(), bot: BotCode, gate: Gate }),
})
