import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { type Candles, readCandles } from '@trading-bot/contract/rest/trading/candles'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { CHART_INTERVALS, type ChartInterval, chartRange, firstInterval } from './chart-range.ts'
import type { SymbolChartProps } from './symbol-chart-props.ts'

// The drawing library is fetched with the first chart.
const CandleChart = lazy(async () => ({ default: (await import('./candle-chart.tsx')).CandleChart }))

const LIVE_EVERY_MS = 3_000
const EMPTY_EVERY_MS = 15_000
const UNKNOWN_SHOWN = 3

/** Candles of a symbol with a holding's entries, exits and price levels, up to the candle under way. */
export function SymbolChart({ symbol, openedAt, closedAt, trades, levels }: SymbolChartProps) {
  const [nowMs] = useState(() => Date.now())
  const held = { fromMs: Date.parse(openedAt), untilMs: closedAt === null ? nowMs : Date.parse(closedAt) }
  const [interval, setInterval] = useState<ChartInterval>(() => firstInterval(held))
  const input = { symbol, interval, ...chartRange(interval, held, nowMs) }
  const candles = useQuery({
    ...queryOf(readCandles, input),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.bars.length === 0 ? EMPTY_EVERY_MS : false),
  })
  const live = useLiveCandles(input, candles.data)
  return (
    <Stack gap="xs" component="section" aria-label={`Chart of ${symbol}`}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {candles.data ? `${candles.data.prices} India time.` : 'India time.'}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Candle interval"
          data={CHART_INTERVALS.map((value) => ({ value, label: value }))}
          value={interval}
          onChange={(next) => setInterval(next as ChartInterval)}
        />
      </Group>
      <Loaded query={candles} skeleton={<Skeleton h={330} radius="md" />}>
        {(loaded) =>
          loaded.bars.length === 0 ? (
            <EmptyState title="No prices to draw">
              {loaded.unknown[0]?.sentence ?? 'The market has not traded in these days.'}
            </EmptyState>
          ) : (
            <>
              <Suspense fallback={<Skeleton h={330} radius="md" />}>
                <CandleChart
                  label={`${symbol}, candles of ${INTERVAL_LABELS[interval]}`}
                  bars={loaded.bars}
                  live={live}
                  held={held}
                  trades={trades}
                  levels={levels}
                />
              </Suspense>
              <UnknownDays days={loaded.unknown} />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** What changed since the candles were loaded, asked for while the market is open. */
function useLiveCandles(input: { symbol: string; interval: ChartInterval }, loaded: Candles | undefined) {
  const since = loaded?.bars.at(-1)?.[0]
  const spec = queryOf(readCandles, { ...input, ...(since !== undefined && { since }) })
  const live = useQuery({
    ...spec,
    enabled: since !== undefined && loaded?.is_live === true,
    refetchInterval: LIVE_EVERY_MS,
    staleTime: 0,
  })
  return live.data?.bars
}

function UnknownDays({ days }: { days: Candles['unknown'] }) {
  if (days.length === 0) return null
  const shown = days.slice(-UNKNOWN_SHOWN).map(({ day, sentence }) => `${formatDate(`${day}T00:00:00Z`)}: ${sentence}`)
  const more = days.length - shown.length
  return (
    <Text size="xs" c="dimmed" role="note">
      {`${shown.join(' ')}${more > 0 ? ` And ${more} more days.` : ''}`}
    </Text>
  )
}
