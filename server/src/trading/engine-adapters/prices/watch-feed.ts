import type { TickStream } from '@trading-bot/engine/ports'

/** The same stream, and whether it is connected: undefined until it has reported for the first time. */
export function watchFeed(stream: TickStream): {
  readonly stream: TickStream
  readonly isUp: () => boolean | undefined
} {
  let isUp: boolean | undefined
  return {
    isUp: () => isUp,
    stream: {
      open: (tokens, listener) =>
        stream.open(tokens, {
          onTick: listener.onTick,
          onUp: () => {
            isUp = true
            listener.onUp()
          },
          onDown: () => {
            isUp = false
            listener.onDown()
          },
        }),
    },
  }
}
