export class NotJson extends Error {
  readonly row: number | undefined
  constructor(row?: number) {
    super('not JSON')
    this.row = row
  }
}
export class NotAList extends Error {}

/** No valid row is this long; without a limit one string could fill the memory. */
const LONGEST_ROW = 100_000
const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map(codeOf)
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = ['[', ']', '{', '}'].map(codeOf)

function codeOf(sign: string): number {
  return sign.charCodeAt(0)
}

/**
 * Yields the elements of a JSON list one by one while the text is still arriving. Elements are split at the commas
 * between them and parsed separately, so that a file of any length needs the memory of one row.
 */
export async function* jsonRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const scan = startScan()
  try {
    for await (const chunk of content) yield* scan.read(decoder.decode(chunk, { stream: true }))
    yield* scan.read(decoder.decode())
  } catch (error) {
    // Bytes that are not UTF-8.
    throw error instanceof TypeError ? new NotJson() : error
  }
  scan.end()
}

function startScan() {
  let place: 'before' | 'inside' | 'after' = 'before'
  let carried = ''
  let depth = 0
  let isInText = false
  let isEscaped = false
  let count = 0

  function element(text: string, isLast: boolean): unknown[] {
    // An empty list has no element; a trailing comma is an error.
    if (isLast && count === 0 && text.trim() === '') return []
    count += 1
    try {
      return [JSON.parse(text)]
    } catch {
      throw new NotJson(count)
    }
  }

  function* inside(text: string, start: number): Generator<unknown, number> {
    let begun = start
    for (let at = start; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (sign === BACKSLASH) isEscaped = true
        else if (sign === QUOTE) isInText = false
      } else if (sign === QUOTE) isInText = true
      else if (sign === OPEN || sign === OPEN_LIST) depth += 1
      else if (depth > 0 && (sign === CLOSE || sign === CLOSE_LIST)) depth -= 1
      else if (depth === 0 && (sign === COMMA || sign === CLOSE_LIST)) {
        yield* element(carried + text.slice(begun, at), sign === CLOSE_LIST)
        carried = ''
        begun = at + 1
        if (sign === CLOSE_LIST) {
          place = 'after'
          return begun
        }
      }
    }
    carried += text.slice(begun)
    if (carried.length > LONGEST_ROW) throw new NotJson(count + 1)
    return text.length
  }

  return {
    *read(text: string): Generator<unknown> {
      let at = 0
      if (place === 'before') {
        const first = text.search(/\S/)
        if (first === -1) return
        if (text[first] !== '[') throw text[first] === '{' ? new NotAList() : new NotJson()
        place = 'inside'
        at = first + 1
      }
      if (place === 'inside') at = yield* inside(text, at)
      if (place === 'after' && text.slice(at).trim() !== '') throw new NotJson()
    },
    end(): void {
      if (place !== 'after') throw new NotJson()
    },
  }
}
