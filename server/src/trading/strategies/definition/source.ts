import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { allFiles, ENTRY_FILE, KeptFiles, type Source } from '@trading-bot/contract/rest/trading/code-files'
import type { ScriptSource } from '@trading-bot/engine/sandbox/script-load'
import { shippedBot } from '../../../platform/providers/shipped-bots.ts'

/** The code of a stored version. Those older than templates have none: they use the template. */
export async function sourceOf(
  { bot_type }: { readonly bot_type: string },
  { code, files }: { readonly code: string; readonly files: unknown },
): Promise<Source> {
  return { code: code === '' ? await shippedBot(BotType.parse(bot_type)) : code, files: KeptFiles.parse(files) }
}

/** As the sandbox is given it. */
export function scriptOf({ code, files }: Source): ScriptSource {
  return { code, filename: files?.entry ?? ENTRY_FILE, ...(files && { files: files.others }) }
}

/** For a column of JSON, in the order in which they are hashed. */
export function storedFiles(files: Source['files']): string | null {
  return files === null ? null : JSON.stringify(sortedFiles(files))
}

/** The same files are the same version, in whatever order they were made. */
export function sortedFiles(files: NonNullable<Source['files']>): NonNullable<Source['files']> {
  return { entry: files.entry, others: files.others.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** One text for what shows code as it is read: every file under its name; a single file is its text alone. */
export function printedSource(source: Source): string {
  if (source.files === null) return source.code
  return allFiles(source)
    .map(({ name, code }) => `# ${name}\n\n${code.trimEnd()}\n`)
    .join('\n\n')
}
