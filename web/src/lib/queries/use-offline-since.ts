import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

let sinceMs: number | null = null
onlineManager.subscribe((isOnline) => {
  sinceMs = isOnline ? null : Date.now()
})

/** Null while the browser is online. While it is not, queries wait, and what was loaded stays. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => sinceMs,
  )
}
