// Some calls ask for recent authentication. The call waits here while a dialog asks the user, and is sent again after.
import { useSyncExternalStore } from 'react'

type Answer = (isConfirmed: boolean) => void

let waiting: readonly Answer[] = []
const listeners = new Set<() => void>()

function setWaiting(next: readonly Answer[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Resolves once the user has confirmed, or has closed the dialog. Calls that ask at the same time share one dialog. */
export function askRecentAuth(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]))
}

export function answerRecentAuth(isConfirmed: boolean): void {
  const answers = waiting
  setWaiting([])
  for (const answer of answers) answer(isConfirmed)
}

export function useRecentAuthAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
}
