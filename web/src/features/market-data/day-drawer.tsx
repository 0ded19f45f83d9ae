import {
  Alert,
  Badge,
  Drawer,
  Group,
  List,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { type MarketDay, readMarketDay } from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'
import { type Interval, INTERVALS } from '@trading-bot/core/intervals/interval'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { DayChart } from './day-chart.tsx'

type Props = { symbol: string; token: string; day: string; onDay: (day: string) => void; onClose: () => void }
type Source = MarketDay['sources'][number]

const INTERVAL_CHOICES = INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }))
const COLOURS = { complete: 'green', partial: 'gray', suspect: 'yellow' } as const

/** One day of one symbol: its bars on a chart and everything that was found wrong with them. */
export function DayDrawer({ symbol, token, day, onDay, onClose }: Props) {
  const [interval, setInterval] = useState<Interval>('1m')
  const found = useQuery({
    ...queryOf(readMarketDay, { token, day, interval }),
    placeholderData: keepSameDay(token, day),
  })
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={symbol}>
      <Stack>
        <Group align="flex-end">
          <TextInput
            type="date"
            label="Day"
            value={day}
            onChange={(event) => event.currentTarget.value !== '' && onDay(event.currentTarget.value)}
          />
          <Select
            label="Interval"
            allowDeselect={false}
            data={INTERVAL_CHOICES}
            value={interval}
            onChange={(chosen) => chosen !== null && setInterval(chosen)}
          />
        </Group>
        <Loaded query={found} skeleton={<Skeleton h={360} />}>
          {(data) =>
            data.sources.length === 0 ? (
              <EmptyState title="No bars are stored of this day">
                Fetch it from the broker or import a file. On days without trading there is nothing to store.
              </EmptyState>
            ) : (
              <Sources key={data.day} data={data} />
            )
          }
        </Loaded>
      </Stack>
    </Drawer>
  )
}

/** Another interval of the same day replaces the chart without a flash; another day does not. */
function keepSameDay(token: string, day: string) {
  return (before: MarketDay | undefined) => (before?.token === token && before.day === day ? before : undefined)
}

function Sources({ data }: { data: MarketDay }) {
  const [name, setName] = useState<string>(data.chosen ?? data.sources[0]!.source)
  const shown = data.sources.find(({ source }) => source === name) ?? data.sources[0]!
  return (
    <Stack>
      <Group>
        {data.sources.length > 1 && (
          <SegmentedControl data={data.sources.map(({ source }) => source)} value={name} onChange={setName} />
        )}
        <Badge variant="light" color={COLOURS[shown.status]}>
          {`${shown.status.charAt(0).toUpperCase()}${shown.status.slice(1)}`}
        </Badge>
        <Text size="sm" c="dimmed">
          {data.chosen === null
            ? 'No source of this day is fit for tests.'
            : `Tests read the bars of the ${data.chosen}.`}
        </Text>
      </Group>
      <DayChart source={shown} interval={data.interval} />
      <Findings source={shown} />
      <Facts
        items={[
          ['One-minute bars', formatNumber(shown.bar_count)],
          ['Stored', formatDateTime(shown.fetched_at)],
          ['Adjusted by its source as of', shown.adjusted_as_of ?? 'Not adjusted'],
          ['Fingerprint', shown.sha256.slice(0, 16)],
        ]}
      />
      {data.comparison && (
        <Text size="sm">
          {`Beside the broker’s candles: ${data.comparison.equal_bars} bars of our feed are equal, ${data.comparison.different_bars} differ (by ${data.comparison.largest_bps} basis points at most), ${data.comparison.only_in_feed} only in the feed, ${data.comparison.only_at_broker} only at the broker.`}
        </Text>
      )}
    </Stack>
  )
}

function Findings({ source: { findings } }: { source: Source }) {
  if (findings.length === 0) return <Text size="sm">Nothing was found wrong with it.</Text>
  return (
    <Alert color="yellow" variant="light" title="What was found">
      <List size="sm">
        {findings.map(({ kind, text, count }) => (
          <List.Item key={kind}>{`${formatNumber(count)} × ${text}`}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
