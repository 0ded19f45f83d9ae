import { timeoutManager } from '@tanstack/react-query'

type Started = ReturnType<typeof setTimeout>
type Timer = { readonly start: () => Started; started?: Started }

const timers = new Map<number, Timer>()
let lastId = 0
let toStart: number[] = []
let toStop: Started[] = []
let isDue = false

/**
 * Queries start and stop a dozen timers each while a screen is drawn, most of them for nothing: those of one task are
 * settled at its end, so that a timer started and stopped again in between never reaches the browser.
 */
export function groupTimers(): void {
  timeoutManager.setTimeoutProvider({
    setTimeout: (run, delayMs) => {
      const id = add(() =>
        setTimeout(() => {
          timers.delete(id)
          run()
        }, delayMs),
      )
      return id
    },
    setInterval: (run, delayMs) => add(() => setInterval(run, delayMs)),
    clearTimeout: remove,
    clearInterval: remove,
  })
}

function add(start: () => Started): number {
  lastId += 1
  timers.set(lastId, { start })
  toStart.push(lastId)
  settleSoon()
  return lastId
}

function remove(id: Parameters<typeof timeoutManager.clearTimeout>[0]): void {
  const started = timers.get(Number(id))?.started
  timers.delete(Number(id))
  if (started === undefined) return
  toStop.push(started)
  settleSoon()
}

function settleSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(settle)
}

function settle(): void {
  const [stopped, fresh] = [toStop, toStart]
  toStop = []
  toStart = []
  isDue = false
  for (const started of stopped) clearTimeout(started)
  for (const id of fresh) {
    const timer = timers.get(id)
    if (timer) timer.started = timer.start()
  }
}
