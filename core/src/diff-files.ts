import { type DiffLine, diffLines } from './diff-lines.ts'

type File = { readonly name: string; readonly code: string }
export type FileDiff = { readonly file: string; readonly lines: DiffLine[] }

/** The difference of every file, one that is there on one side only included. */
export function diffFiles(before: readonly File[], after: readonly File[]): FileDiff[] {
  const names = [...new Set([...after, ...before].map(({ name }) => name))]
  const textIn = (files: readonly File[], name: string) => files.find((file) => file.name === name)?.code ?? null
  return names.map((file) => ({ file, lines: differenceOf(textIn(before, file), textIn(after, file)) }))
}

/** A file that is not there has no lines, not one empty line. */
function differenceOf(before: string | null, after: string | null): DiffLine[] {
  const all = (text: string, kind: DiffLine['kind']) => text.split('\n').map((line) => ({ kind, line }))
  if (before === null) return all(after ?? '', 'added')
  return after === null ? all(before, 'removed') : diffLines(before, after)
}
