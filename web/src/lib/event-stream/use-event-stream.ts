import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@trading-bot/contract/live/live'
import { listAllTrades, listOwnTrades, readAnalytics } from '@trading-bot/contract/rest/trading/analytics'
import {
  listBotOrders,
  listBotPositions,
  listBots,
  readBotStats,
  readKillSwitches,
  readParticipation,
} from '@trading-bot/contract/rest/trading/bots'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { readMySubscription, readUsage } from '@trading-bot/contract/rest/billing/subscriptions'
import { useEffect, useSyncExternalStore } from 'react'
import { eventStream } from './event-stream.ts'

const BOTS = [listBots, readBotStats, readParticipation, readKillSwitches]
const TRADE_LISTS = [listOwnTrades, listAllTrades, readAnalytics]
const TRADES = [...BOTS, ...TRADE_LISTS, listBotPositions, listBotOrders, readBotLimits, readToday, readUsage]
// A bot may have stopped because its plan ended or changed, so the subscription is refetched as well.
const STALE_AFTER = {
  ready: TRADES,
  order: TRADES,
  bots: [...BOTS, readMySubscription],
  output: [],
  end: [],
} as const satisfies Record<LiveEvent['event'], unknown>
// A burst of events causes one refetch; longer for administrators, who receive the events of all users.
const BATCH_MS = { own: 500, all: 5_000 }

/** Refetches the affected queries on pushed events while signed in. Used once, by the shell. */
export function useEventStream(isEnabled: boolean, isAdmin: boolean): void {
  const queries = useQueryClient()
  useEffect(() => (isEnabled ? eventStream.start() : undefined), [isEnabled])
  useEffect(() => refreshOnEvents(queries, isAdmin ? BATCH_MS.all : BATCH_MS.own), [queries, isAdmin])
}

function refreshOnEvents(queries: QueryClient, batchMs: number): () => void {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    for (const path of stale) void queries.invalidateQueries({ queryKey: [path] })
    stale.clear()
  }
  const unsubscribe = eventStream.onEvent(({ event }) => {
    for (const { path } of STALE_AFTER[event]) stale.add(path)
    if (stale.size > 0) timer ??= setTimeout(refresh, batchMs)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/** Whether the event stream is connected. */
export function useIsStreamConnected(): boolean {
  return useSyncExternalStore(eventStream.subscribe, eventStream.isConnected)
}
