import {
  allFiles,
  ENTRY_FILE,
  fileNameProblem,
  MOST_OTHERS,
  type Source,
} from '@trading-bot/contract/rest/trading/code-files'

/** What the tree can do with a bot's files; each gives the whole source anew. */

export function entryOf({ files }: Source): string {
  return files?.entry ?? ENTRY_FILE
}

/** Of a file that is gone, the entry point's. */
export function textOf(source: Source, name: string): string {
  return allFiles(source).find((file) => file.name === name)?.code ?? source.code
}

export function withText(source: Source, name: string, code: string): Source {
  if (name === entryOf(source) || source.files === null) return { ...source, code }
  const others = source.files.others.map((file) => (file.name === name ? { name, code } : file))
  return { ...source, files: { ...source.files, others } }
}

export function addFile(source: Source, name: string): Source {
  const others = [...(source.files?.others ?? []), { name, code: '' }]
  return { ...source, files: { entry: entryOf(source), others } }
}

export function renameFile(source: Source, from: string, to: string): Source {
  if (source.files === null) return source
  const { entry, others } = source.files
  if (from === entry) return { ...source, files: { entry: to, others } }
  return {
    ...source,
    files: { entry, others: others.map((file) => (file.name === from ? { ...file, name: to } : file)) },
  }
}

/** The entry point stays. The last other file leaves a bot of a single file, as if it had never had several. */
export function deleteFile(source: Source, name: string): Source {
  if (source.files === null) return source
  const others = source.files.others.filter((file) => file.name !== name)
  return { ...source, files: others.length === 0 ? null : { ...source.files, others } }
}

/** The file that was the entry point takes the place of the one that is now. */
export function makeEntry(source: Source, name: string): Source {
  const chosen = source.files?.others.find((file) => file.name === name)
  if (!source.files || !chosen) return source
  const before = { name: source.files.entry, code: source.code }
  const others = source.files.others.map((file) => (file.name === name ? before : file))
  return { code: chosen.code, files: { entry: name, others } }
}

/** Why a new or renamed file cannot have this name; null if it can. */
export function nameProblem(source: Source, name: string, renamed: string | null): string | null {
  const others = allFiles(source).filter((file) => file.name !== renamed)
  if (others.some((file) => file.name.toLowerCase() === name.toLowerCase())) return `There is a file ${name} already`
  if (renamed === null && others.length > MOST_OTHERS) return `A bot has at most ${MOST_OTHERS + 1} files`
  return fileNameProblem(name)
}
