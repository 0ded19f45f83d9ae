import { SECOND_MS } from '@trading-bot/core/time'
import { useEffect, useState } from 'react'

const CODE_LIFE_S = 300

/** Seconds until the code expires. Computed from the clock, so that it is correct after the tab was asleep. */
export function useCountdown(sentAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = Math.max(0, CODE_LIFE_S - Math.floor(Math.max(0, nowMs - sentAtMs) / SECOND_MS))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [sentAtMs, isOver])
  return left
}
