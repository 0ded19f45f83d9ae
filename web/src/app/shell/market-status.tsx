import { Group, Text } from '@mantine/core'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { useEffect, useState } from 'react'
import { useIsLive } from '../../lib/use-live.ts'
import { useWorld } from '../../lib/use-world.ts'
import classes from './market-status.module.css'

const EVERY_MS = 15_000

/** Whether the market trades now, and whether its news reach this page by themselves. */
export function MarketStatus() {
  const isLive = useIsLive()
  const world = useWorld()
  const nowMs = useNowMs()
  if (!world) return null
  const session = openSessionAt(world.demo ? DEMO_CALENDAR : INDIA_CALENDAR, nowMs, { hasDerivatives: true })
  const place = world.demo ? 'Demo market' : 'Market'
  return (
    <Group
      component="output"
      gap={6}
      wrap="nowrap"
      aria-label="Market"
      title={session.ok ? '' : session.refusal.sentence}
    >
      <span className={classes['dot']} data-open={session.ok} aria-hidden />
      <Text size="xs" c="dimmed" className={classes['words']}>
        {`${place} ${session.ok ? 'open' : 'closed'} · ${isLive ? 'Connected' : 'Disconnected'}`}
      </Text>
    </Group>
  )
}

function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
