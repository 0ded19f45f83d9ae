const waiting: (() => void)[] = []
let channel: MessageChannel | undefined
let isTaken = false

/**
 * Resolves when the next call may leave: the first at once, every further one in a task of its own. A screen makes a
 * dozen calls as soon as it is drawn; sent in one task they would hold up a phone for a tenth of a second.
 */
export function takeTurn(): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve))
  isTaken = true
  channel ??= openChannel()
  channel.port2.postMessage(null)
  return Promise.resolve()
}

// Not a timer: those are slowed down where many follow each other, and in a tab that is not seen.
function openChannel(): MessageChannel {
  const opened = new MessageChannel()
  opened.port1.onmessage = () => {
    const next = waiting.shift()
    isTaken = next !== undefined
    if (next === undefined) return
    next()
    opened.port2.postMessage(null)
  }
  return opened
}
