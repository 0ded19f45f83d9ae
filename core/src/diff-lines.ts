export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly line: string }

// A longer difference is not read by a person, and the table below would be large.
const MOST_LINES = 2_000

/** What changed between two texts, line by line: the longest common subsequence stays. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const same = (lines: readonly string[]) => lines.map((line): DiffLine => ({ kind: 'same', line }))
  return [
    ...same(old.slice(0, head)),
    ...diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(tail === 0 ? [] : old.slice(-tail)),
  ]
}

function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = old.map((line): DiffLine => ({ kind: 'removed', line }))
  const added = now.map((line): DiffLine => ({ kind: 'added', line }))
  if (old.length === 0 || now.length === 0 || old.length + now.length > MOST_LINES) return [...removed, ...added]
  const common = commonLengths(old, now)
  const width = now.length + 1
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: 'same', line: old[i]! })
      i++
      j++
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) lines.push(removed[i++]!)
    else lines.push(added[j++]!)
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)]
}

/** At (i, j): how many lines the texts from i and from j on have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1
  const table = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      table[i * width + j] =
        old[i] === now[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!)
    }
  }
  return table
}
