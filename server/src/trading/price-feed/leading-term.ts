type Setup = {
  /** The term in the database; undefined before the first feed has led. */
  readonly read: () => Promise<number | undefined>
  /** The term has changed, and with it whom to follow. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

export type LeadingTerm = {
  /**
   * Whether the message of this term is the leader's. One that is not known makes the database be asked, once for all
   * that come meanwhile: the newest `onLed` is called when its term turns out to be the leader's.
   */
  readonly isLed: (term: number, onLed?: () => void) => boolean
}

// A stranger who speaks without pause costs the database four questions a second.
const ASK_EVERY_MS = 250

/** Nobody leads by saying so: a term counts when the database has it, where only the one that won the lead writes it. */
export function openLeadingTerm({ read, onChange, onError }: Setup): LeadingTerm {
  let known: number | undefined
  let waiting: { readonly term: number; readonly onLed: () => void } | undefined
  let isAsking = false
  let askedMs = -Infinity
  const ask = async () => {
    isAsking = true
    askedMs = performance.now()
    try {
      const term = await read()
      if (term !== known) {
        known = term
        onChange()
      }
      if (waiting?.term === known) waiting?.onLed()
    } catch (error) {
      // Not known is not another: whoever was followed goes on being followed.
      onError(error)
    }
    waiting = undefined
    isAsking = false
  }
  return {
    isLed(term, onLed) {
      if (term === known) return true
      if (onLed) waiting = { term, onLed }
      if (!isAsking && performance.now() - askedMs >= ASK_EVERY_MS) void ask()
      return false
    },
  }
}
