// How a strategy decides, for whoever may buy it or holds it, and the acceptance of a version's sheet.
import * as z from 'zod/mini'
import { BotType } from '../billing/plans.ts'
import { call } from '../call.ts'
import { Bytes, Id, Time } from '../shapes.ts'

const NO_SHEET = 'This is not the address of a sheet'
const ByHash = z.strictObject({ logic_hash: z.string(NO_SHEET).check(z.regex(/^[0-9a-f]{64}$/, NO_SHEET)) })

/** Open: the rule or the program is printed. Undecided: a program that is registered neither as white nor as black box. */
export const Disclosure = z.enum(['open', 'black_box', 'undecided'])
export type Disclosure = z.infer<typeof Disclosure>

/** One version of a strategy, by what it does. */
export const SheetVersion = z.object({
  logic_hash: z.string(),
  name: z.string(),
  bot_type: BotType,
  version: z.int(),
  disclosure: Disclosure,
  /** When the caller accepted it; null before. */
  accepted_at: z.nullable(Time),
})
export type SheetVersion = z.infer<typeof SheetVersion>

export const StrategySheet = z.extend(SheetVersion, {
  sections: z.array(
    z.object({
      heading: z.string(),
      /** A sentence, or a value with its label. */
      lines: z.array(z.object({ label: z.nullable(z.string()), text: z.string() })),
    }),
  ),
  /** The Python program, where that is the rule and is disclosed. */
  program: z.nullable(z.string()),
})
export type StrategySheet = z.infer<typeof StrategySheet>

export const findSheet = call({
  method: 'GET',
  path: '/strategy-sheets/',
  access: 'signed-in',
  summary:
    'The version that a plan’s bot, a type’s bot or one’s own bot would trade, and whether its sheet is accepted.',
  query: z.strictObject({ bot_plan_id: z.optional(Id), bot_type: z.optional(BotType), bot_id: z.optional(Id) }).check(
    z.refine((of) => Object.values(of).filter((value) => value !== undefined).length === 1, {
      path: ['bot_type'],
      error: 'Name a plan, a bot type or a bot',
    }),
  ),
  answer: SheetVersion,
})

export const readSheet = call({
  method: 'GET',
  path: '/strategy-sheets/{logic_hash}/',
  access: 'signed-in',
  summary: 'How a strategy version decides: rule, parameters, symbols, hours, orders, limits and known risks.',
  params: ByHash,
  answer: StrategySheet,
})

export const printSheet = call({
  method: 'GET',
  path: '/strategy-sheets/{logic_hash}/pdf/',
  access: 'signed-in',
  summary: 'The same as a PDF.',
  params: ByHash,
  answer: Bytes,
  produces: 'application/pdf',
})

export const acceptSheet = call({
  method: 'POST',
  path: '/strategy-sheets/{logic_hash}/accept/',
  access: 'signed-in',
  summary: 'Accept the sheet of a version that one may buy or holds; real money needs it.',
  params: ByHash,
  answer: SheetVersion,
})
