import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@trading-bot/contract/live/live'
import { listAllTrades, listOwnTrades, readAnalytics } from '@trading-bot/contract/rest/analytics'
import {
  listBotOrders,
  listBotPositions,
  listBots,
  readBotStats,
  readKillSwitches,
  readParticipation,
} from '@trading-bot/contract/rest/bots'
import { readMySubscription, readUsage } from '@trading-bot/contract/rest/subscriptions'
import { useEffect, useSyncExternalStore } from 'react'
import { live } from './event-stream.ts'

const BOTS = [listBots, readBotStats, readParticipation, readKillSwitches]
const FEEDS = [listOwnTrades, listAllTrades, readAnalytics]
const TRADES = [...BOTS, ...FEEDS, listBotPositions, listBotOrders, readUsage]
// A bot also stops because its plan has ended, or changes with it.
const STALE_AFTER = {
  ready: TRADES,
  order: TRADES,
  bots: [...BOTS, readMySubscription],
  end: [],
} as const satisfies Record<LiveEvent['event'], unknown>
// A burst of fills is one reading, not one a fill; an administrator hears everybody's.
const TOGETHER_MS = { own: 500, all: 5_000 }

/** While signed in: whatever the server pushes makes the screens read anew. For the shell, once. */
export function useLive(isOn: boolean, isAdmin: boolean): void {
  const queries = useQueryClient()
  useEffect(() => (isOn ? live.start() : undefined), [isOn])
  useEffect(() => refreshOnEvents(queries, isAdmin ? TOGETHER_MS.all : TOGETHER_MS.own), [queries, isAdmin])
}

function refreshOnEvents(queries: QueryClient, togetherMs: number): () => void {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    for (const path of stale) void queries.invalidateQueries({ queryKey: [path] })
    stale.clear()
  }
  const leave = live.onEvent(({ event }) => {
    for (const { path } of STALE_AFTER[event]) stale.add(path)
    if (stale.size > 0) timer ??= setTimeout(refresh, togetherMs)
  })
  return () => {
    leave()
    clearTimeout(timer)
  }
}

/** Whether changes reach this page by themselves. */
export function useIsLive(): boolean {
  return useSyncExternalStore(live.subscribe, live.isConnected)
}
