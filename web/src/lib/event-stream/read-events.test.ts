import { expect, test } from 'vitest'
import { type Frame, readEvents } from './read-events.ts'

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk))
      controller.close()
    },
  })
}

async function read(chunks: readonly string[]) {
  const frames: Frame[] = []
  let count = 0
  await readEvents(
    streamOf(chunks),
    () => {
      count += 1
    },
    (frame) => frames.push(frame),
  )
  return { frames, count }
}

test('events are parsed however the network splits them', async () => {
  const text = 'id: 7\nevent: order\ndata: {"symbol":"₹"}\n\nevent: bots\ndata: {}\n\n'
  const whole = (await read([text])).frames
  expect(whole).toEqual([
    { id: '7', event: 'order', data: '{"symbol":"₹"}' },
    { id: undefined, event: 'bots', data: '{}' },
  ])
  expect((await read(Array.from(text))).frames).toEqual(whole)
})

test('a heartbeat reports a chunk but no event, and an incomplete event is dropped', async () => {
  expect(await read([': still here\n\n', 'event: order\ndata: {'])).toEqual({ frames: [], count: 2 })
})
