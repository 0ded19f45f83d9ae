// The last answers of calls that only read, in memory alone: a poll asks for what has changed. (The browser would do the
// same by itself if answers were stored on its disk, where they stay after signing out.)

const MOST_ANSWERS = 30

type Known<R> = { readonly tag: string; readonly reply: R }

export function openKnownAnswers<R>() {
  const answers = new Map<string, Known<R>>()
  let owner: string | null = null
  return {
    /** Undefined for another session than the one that got the answer. */
    find(access: string | null, path: string): Known<R> | undefined {
      if (access !== owner) answers.clear()
      owner = access
      return answers.get(path)
    },
    keep(access: string | null, path: string, tag: string | null, reply: R): void {
      if (access !== owner || tag === null) return
      // The newest goes last, and the oldest first.
      answers.delete(path)
      answers.set(path, { tag, reply })
      const [oldest] = answers.keys()
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
    },
  }
}
