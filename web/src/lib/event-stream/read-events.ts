/** One Server-Sent Event, unparsed. */
export type Frame = { readonly id: string | undefined; readonly event: string; readonly data: string }

/** Reads Server-Sent Events until the stream ends. `onChunk` also reports heartbeats, which carry no event. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
  onFrame: (frame: Frame) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onChunk()
    const blocks = `${rest}${value}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const frame = frameOf(block)
      if (frame) onFrame(frame)
    }
  }
}

function frameOf(block: string): Frame | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    // A line that begins with a colon is a comment.
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2))
  }
  const event = fields.get('event')
  return event === undefined ? undefined : { id: fields.get('id'), event, data: fields.get('data') ?? 'null' }
}
