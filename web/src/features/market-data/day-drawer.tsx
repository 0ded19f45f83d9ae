import { Alert, Badge, Drawer, Group, List, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MarketDay, readMarketDay } from '@trading-bot/contract/rest/trading/market-data'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { DayChart } from './day-chart.tsx'

type Props = { symbol: string; token: string; day: string; onDay: (day: string) => void; onClose: () => void }
type Source = MarketDay['sources'][number]

const COLOURS = { complete: 'brand', partial: 'gray', suspect: 'yellow' } as const

/** One day of one symbol: its bars on a chart and everything that was found wrong with them. */
export function DayDrawer({ symbol, token, day, onDay, onClose }: Props) {
  const found = useQuery(queryOf(readMarketDay, { token, day }))
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={symbol}>
      <Stack>
        <TextInput
          type="date"
          label="Day"
          maw={200}
          value={day}
          onChange={(event) => event.currentTarget.value !== '' && onDay(event.currentTarget.value)}
        />
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
          {shown.status}
        </Badge>
        <Text size="sm" c="dimmed">
          {data.chosen === null
            ? 'No source of this day is fit for tests.'
            : `Tests read the bars of the ${data.chosen}.`}
        </Text>
      </Group>
      <DayChart source={shown} />
      <Findings source={shown} />
      <Facts
        items={[
          ['Bars', shown.bars.length],
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
          <List.Item key={kind}>{`${count.toLocaleString('en-IN')} × ${text}`}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
