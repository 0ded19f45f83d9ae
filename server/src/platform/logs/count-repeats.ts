import type { Logger, LoggerOptions } from 'pino'
import { plainError } from './plain-error.ts'

type Log = (details: object, sentence: string) => void
type Repeated = { readonly tell: (count: number) => void; count: number }

const TELL_EVERY_MS = 60_000
// What is different every time is not a repetition, and must not fill the memory.
const MOST_KNOWN = 1_000

/**
 * An error that comes again and again is told with its stack once a minute. What differs in its details is told without
 * the stack; what is the same is counted, and the count told at the minute's end or when the process ends.
 */
export function countRepeats(): Pick<Required<LoggerOptions>, 'hooks'> & { readonly tell: () => void } {
  const stacks = new Set<string>()
  const repeats = new Map<string, Repeated>()
  const tell = () => {
    const told = [...repeats.values()].filter(({ count }) => count > 0)
    stacks.clear()
    repeats.clear()
    for (const { tell: tellOne, count } of told) tellOne(count)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    tell,
    hooks: {
      logMethod(this: Logger, args, method) {
        const log: Log = (...given) => Reflect.apply(method, this, given)
        const [details, sentence] = args as [{ readonly err?: unknown } | undefined, string?]
        const error = details?.err
        if (!(error instanceof Error) || repeats.size >= MOST_KNOWN) return Reflect.apply(method, this, args)
        const stack = [sentence, error.name, error.message, placeOf(error)].join('\n')
        const same = `${stack}\n${plainValues(details!)}`
        const before = repeats.get(same)
        if (before) {
          before.count += 1
          return undefined
        }
        const { stack: _, ...short } = plainError(error) as { readonly stack?: string }
        const again = { ...details, err: short }
        repeats.set(same, { count: 0, tell: (count) => log({ ...again, repeated: count }, sentence ?? error.message) })
        timer ??= setInterval(tell, TELL_EVERY_MS).unref()
        if (stacks.has(stack)) return log(again, sentence ?? error.message)
        stacks.add(stack)
        return Reflect.apply(method, this, args)
      },
    },
  }
}

function placeOf({ stack }: Error): string {
  return /^\s+at .*$/m.exec(stack ?? '')?.[0] ?? ''
}

function plainValues(details: object): string {
  return Object.entries(details)
    .flatMap(([name, value]) => (typeof value === 'object' ? [] : `${name}=${String(value)}`))
    .join(' ')
}
