import { BotDraft } from '@trading-bot/contract/rest/trading/bot-studio'

/** What was typed and where it started from. */
export type Typed = Pick<BotDraft, 'code' | 'files' | 'form' | 'base_version'>

/** Drafts in this browser, written at every keystroke: they survive a closed tab, a crash and a lost connection. */
export function browserDrafts(storage: Storage) {
  return {
    read(key: string): BotDraft | null {
      const read = BotDraft.safeParse(parsed(storage.getItem(key)))
      return read.success ? read.data : null
    },
    /** False if the browser keeps nothing: its storage is full or switched off. */
    write(key: string, typed: Typed, savedAt: Date): boolean {
      try {
        storage.setItem(key, JSON.stringify({ ...typed, saved_at: savedAt.toISOString() } satisfies BotDraft))
        return true
      } catch {
        return false
      }
    },
    remove(key: string): void {
      storage.removeItem(key)
    },
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
