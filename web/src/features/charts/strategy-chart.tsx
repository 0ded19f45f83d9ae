import { Group, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import { readMarks } from '@trading-bot/contract/rest/trading/strategy-output'
import { INTERVAL_MS, type Interval } from '@trading-bot/core/intervals/interval'
import { lazy, Suspense, useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { CHART_INTERVALS, type ChartInterval } from './chart-range.ts'

// The drawing library is fetched with the first chart.
const MarkedChart = lazy(async () => ({ default: (await import('./marked-chart.tsx')).MarkedChart }))

// A bar of the shortest interval ends once a minute.
const EVERY_MS = 20_000

type Props = { botId: string; symbols: readonly string[]; interval: Interval }

/** The candles of a symbol with what the running strategy decided and plotted on them. */
export function StrategyChart({ botId, symbols, interval: own }: Props) {
  const [symbol, setSymbol] = useState(symbols[0] ?? '')
  const [interval, setInterval] = useState<ChartInterval>(() => chartInterval(own))
  // The candle under way would have the chart drawn anew with every price.
  const candles = useQuery({
    ...queryOf(readCandles, { symbol, interval }),
    refetchInterval: EVERY_MS,
    select: ({ bars, is_live, prices }) => ({ bars: is_live ? bars.slice(0, -1) : bars, prices }),
  })
  const marks = useQuery({ ...queryOf(readMarks, { bot_id: botId, symbol }), refetchInterval: EVERY_MS })
  return (
    <Stack gap="xs" component="section" aria-label="Decisions and plots">
      <Group justify="space-between" gap="xs">
        {symbols.length > 1 ? (
          <Select
            size="xs"
            w={180}
            aria-label="Symbol of the chart"
            allowDeselect={false}
            data={[...symbols]}
            value={symbol}
            onChange={(value) => setSymbol(value ?? symbol)}
          />
        ) : (
          <Text size="sm" fw={600}>
            {symbol}
          </Text>
        )}
        <SegmentedControl
          size="xs"
          aria-label="Candle interval"
          data={CHART_INTERVALS.map((value) => ({ value, label: value }))}
          value={interval}
          onChange={(next) => setInterval(next as ChartInterval)}
        />
      </Group>
      <Loaded query={candles} skeleton={<Skeleton h={330} radius="md" />}>
        {({ bars, prices }) =>
          bars.length === 0 ? (
            <EmptyState title="No prices to draw">The market has not traded in these days.</EmptyState>
          ) : (
            <>
              <Suspense fallback={<Skeleton h={330} radius="md" />}>
                <MarkedChart
                  label={`${symbol}, candles of ${INTERVAL_LABELS[interval]} with decisions and plots`}
                  bars={bars}
                  marks={marks.data?.marks}
                />
              </Suspense>
              <Text size="xs" c="dimmed">
                {`${marks.data?.version ? `Version ${marks.data.version}. ` : 'Decisions and plots appear here while a user trades with this bot. '}${prices} India time.`}
              </Text>
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** The longest that a chart offers and that is no longer than the bot's own bars. */
function chartInterval(own: Interval): ChartInterval {
  return CHART_INTERVALS.findLast((one) => INTERVAL_MS[one] <= INTERVAL_MS[own]) ?? '1m'
}
