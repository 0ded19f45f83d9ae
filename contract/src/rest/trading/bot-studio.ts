// The strategy studio: drafts that are not yet versions, reading a script while it is typed, and kept test results.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, NoContent, Time } from '../shapes.ts'
import { BotTest, TestType } from './bot-code.ts'
import { KeptFiles, MOST_CODE } from './code-files.ts'
import { SymbolChoice } from './bot-form.ts'

const DraftCode = z.string().check(z.maxLength(MOST_CODE, 'At most 200,000 characters of code'))
/** The form as it is typed: an empty text stands for a number that is not there yet. */
const DraftForm = z
  .record(
    z.string().check(z.maxLength(60)),
    z.union([
      z.string().check(z.maxLength(2_000)),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(SymbolChoice).check(z.maxLength(200)),
      // The author's own parameters, by name.
      z.record(
        z.string().check(z.maxLength(60)),
        z.union([z.number(), z.boolean(), z.string().check(z.maxLength(200))]),
      ),
    ]),
  )
  .check(z.refine((form) => Object.keys(form).length <= 60, 'At most 60 fields'))

export const BotDraft = z.object({
  code: z.string(),
  files: z._default(KeptFiles, null),
  form: DraftForm,
  /** The version that the author started from. */
  base_version: z.int(),
  saved_at: Time,
})
export type BotDraft = z.infer<typeof BotDraft>

export const readBotDraft = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/draft/',
  access: 'admin',
  summary: 'One’s own draft of a bot: what was typed and not yet saved as a version. Null if there is none.',
  params: ById,
  answer: z.object({ draft: z.nullable(BotDraft) }),
})
export const saveBotDraft = call({
  method: 'PUT',
  path: '/admin/bot-code/{id}/draft/',
  access: 'admin',
  summary: 'Keeps one’s own draft of a bot, in place of the one before; it need not be valid.',
  params: ById,
  body: z.strictObject({
    code: DraftCode,
    files: z._default(KeptFiles, null),
    form: DraftForm,
    base_version: z.int().check(z.gte(1), z.lte(1_000_000)),
  }),
  answer: z.object({ saved_at: Time }),
})
export const discardBotDraft = call({
  method: 'DELETE',
  path: '/admin/bot-code/{id}/draft/',
  access: 'admin',
  summary: 'Discards one’s own draft of a bot. Saving a version discards it too.',
  params: ById,
  answer: NoContent,
  status: 204,
})

export const CodeProblem = z.object({
  /** Null for the entry point. */
  file: z._default(z.nullable(z.string()), null),
  /** `error`: it cannot run. `warning`: it runs, but this line will fail. */
  severity: z.enum(['error', 'warning']),
  text: z.string(),
  line: z.nullable(z.int()),
  /** Counted from 0; the end is exclusive, and null when it is on another line. */
  column: z.int(),
  end_column: z.nullable(z.int()),
})
export type CodeProblem = z.infer<typeof CodeProblem>

export const readScript = call({
  method: 'POST',
  path: '/admin/bot-code/read/',
  access: 'admin',
  summary: 'Reads code without running it: syntax, imports, unknown names and misspelt attributes, with their lines.',
  body: z.strictObject({ code: DraftCode, files: z._default(KeptFiles, null) }),
  answer: z.object({
    /** Null when all sandboxes are in use: nothing is known then. */
    problems: z.nullable(z.array(CodeProblem)),
  }),
})

export const AuthorLibraries = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    /** Names exactly these packages; it stands on gates and reports. */
    id: z.string(),
    packages: z.array(z.object({ name: z.string(), version: z.string() })),
  }),
  z.object({ kind: z.literal('installing'), percent: z.number() }),
  z.object({ kind: z.literal('none'), sentence: z.string() }),
])
export type AuthorLibraries = z.infer<typeof AuthorLibraries>

export const readAuthorLibraries = call({
  method: 'GET',
  path: '/admin/author-libraries/',
  access: 'admin',
  summary:
    'The libraries that scripts may import, while they are being installed how far that is, or why there are none.',
  answer: AuthorLibraries,
})

export const KeptTest = z.object({
  id: Id,
  test_type: TestType,
  success: z.boolean(),
  error: z.nullable(z.string()),
  tested_at: Time,
  tested_by: z.nullable(z.string()),
  /** The version with exactly this code and configuration; null if it was never saved. */
  version: z.nullable(z.int()),
})
export type KeptTest = z.infer<typeof KeptTest>

export const listBotTests = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/tests/',
  access: 'admin',
  summary: 'The newest 50 tests of a bot, newest first.',
  params: ById,
  answer: z.array(KeptTest),
})
export const readBotTest = call({
  method: 'GET',
  path: '/admin/bot-code/{id}/tests/{test_id}/',
  access: 'admin',
  summary: 'One test of a bot with its whole result.',
  params: z.strictObject({ id: Id, test_id: Id }),
  answer: z.object({ test: KeptTest, result: BotTest }),
})
