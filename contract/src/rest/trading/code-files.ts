// The files of a strategy's code. Its entry point is the text `code`, as it always was; whoever splits it keeps the other
// files beside it, and the entry point imports them by their plain names.
import * as z from 'zod/mini'
import { isTakenModule } from './taken-modules.ts'

/** Of all files together: a version of several files is no larger than one of a single file. */
export const MOST_CODE = 200_000
/** Beside the entry point. */
export const MOST_OTHERS = 19
/** The name of the entry point where there is no other file. */
export const ENTRY_FILE = 'bot.py'

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}\.py$/
const TOO_LONG = 'At most 200,000 characters of code, all files together'

/** Why a file cannot have this name; null if it can. */
export function fileNameProblem(name: string): string | null {
  if (!NAME.test(name))
    return 'A file is named like a module: a letter, then letters, digits and underscores, at most 40, and .py at the end'
  const module = moduleOf(name)
  return isTakenModule(module)
    ? `${name} would hide the module ${module} of Python or of the platform; please choose another name`
    : null
}

/** How other files import it. */
export function moduleOf(name: string): string {
  return name.replace(/\.py$/, '')
}

const FileName = z.string().check(
  z.maxLength(50),
  z.refine((name) => fileNameProblem(name) === null, { error: ({ input }) => fileNameProblem(String(input)) ?? '' }),
)
export const CodeFile = z.strictObject({
  name: FileName,
  code: z.string().check(z.maxLength(MOST_CODE, TOO_LONG)),
})
export type CodeFile = z.infer<typeof CodeFile>

/** Null for code of a single file. */
export const CodeFiles = z.nullable(
  z
    .strictObject({
      /** The name of the entry point, whose text is `code`. */
      entry: FileName,
      others: z
        .array(CodeFile)
        .check(z.minLength(1, 'Name the other files'), z.maxLength(MOST_OTHERS, `At most ${MOST_OTHERS + 1} files`)),
    })
    .check(
      z.refine(({ entry, others }) => {
        const names = [entry, ...others.map(({ name }) => name)].map((name) => name.toLowerCase())
        return new Set(names).size === names.length
      }, 'Two files have the same name'),
    ),
)
export type CodeFiles = z.infer<typeof CodeFiles>

/** The code of a version. */
export type Source = { readonly code: string; readonly files: CodeFiles }

/** Every file, the entry point first. */
export function allFiles({ code, files }: Source): CodeFile[] {
  return [{ name: files?.entry ?? ENTRY_FILE, code }, ...(files?.others ?? [])]
}

/** What any request that sends code accepts besides it. */
export const withFiles = { files: z._default(CodeFiles, null) }
export function fitsTogether<Sent extends { code?: string | undefined; files: CodeFiles }>() {
  return z.refine<Sent>(
    ({ code = '', files }) => allFiles({ code, files }).reduce((sum, file) => sum + file.code.length, 0) <= MOST_CODE,
    { message: TOO_LONG, path: ['code'] },
  )
}

/** Files as they are kept: names of a draft need not be valid yet, and those of a version were when it was saved. */
export const KeptFiles = z.nullable(
  z.strictObject({
    entry: z.string().check(z.maxLength(60)),
    others: z
      .array(
        z.strictObject({
          name: z.string().check(z.maxLength(60)),
          code: z.string().check(z.maxLength(MOST_CODE, TOO_LONG)),
        }),
      )
      .check(z.maxLength(MOST_OTHERS)),
  }),
)
