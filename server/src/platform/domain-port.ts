/**
 * A question that a lower domain asks and a higher domain answers, in the caller's transaction. The answers are
 * connected once, in `connect-domains.ts`; calling an unconnected port is a wiring bug and throws.
 */
export type DomainPort<F extends (...args: never[]) => unknown> = {
  readonly ask: F
  readonly connect: (answer: F) => void
}

export function domainPort<F extends (...args: never[]) => unknown>(name: string): DomainPort<F> {
  let connected: F | undefined
  const ask = (...args: Parameters<F>): unknown => {
    if (!connected) throw new Error(`${name} is not connected: connect-domains.ts was not imported`)
    return connected(...args)
  }
  return {
    ask: ask as F,
    connect: (answer) => {
      connected = answer
    },
  }
}
