export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'paragraph'; readonly text: string }

/** The few forms that the guide uses: headings, paragraphs, lists and code. */
export function readMarkdown(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    if (line.trim() === '') {
      at++
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith('```'))
      const until = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, until).join('\n') })
      at = until + 1
    } else {
      const read = readOther(lines, at)
      blocks.push(read.block)
      at = read.next
    }
  }
  return blocks
}

const HEADING = /^(#{1,3}) (.*)$/
const ITEM = /^(-|\d+\.) (.*)$/

function readOther(lines: readonly string[], at: number): { block: Block; next: number } {
  const heading = HEADING.exec(lines[at]!)
  if (heading) {
    const level = heading[1]!.length as 1 | 2 | 3
    return { block: { kind: 'heading', level, text: heading[2]! }, next: at + 1 }
  }
  const first = ITEM.exec(lines[at]!)
  const belongs = first ? ITEM : /^(?!```|#{1,3} |- |\d+\. ).*\S/
  let next = at
  while (next < lines.length && belongs.test(lines[next]!)) next++
  const own = lines.slice(at, next)
  if (!first) return { block: { kind: 'paragraph', text: own.join(' ') }, next }
  const items = own.map((line) => ITEM.exec(line)![2]!)
  return { block: { kind: 'list', isNumbered: first[1] !== '-', items }, next }
}

/** Words and code within a line, by turns. */
export function readInline(text: string): { readonly text: string; readonly isCode: boolean }[] {
  return text
    .split('`')
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The place of a heading in the page's address. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
