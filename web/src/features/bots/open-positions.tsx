import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { Bot, OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { memo, type ReactNode, Suspense, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { formatClock } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { FilteredRowsPager } from '../../ui/tables/filtered-rows-pager.tsx'
import { RowFilterBar } from '../../ui/tables/row-filter-bar.tsx'
import { useFilteredRows } from '../../ui/tables/use-filtered-rows.ts'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { usePositions } from './bot-queries.ts'
import { CloseAllPositions, ClosePosition } from './close-positions.tsx'
import { ListLoadError } from './list-load-error.tsx'
import type { PositionDrawerProps } from './position-drawer.tsx'
import { POSITION_CSV, POSITION_FILTERS, SIDES } from './position-filters.ts'
import { PriceNote } from './price-note.tsx'
import { priceText } from './price-text.ts'
import { StopNote, stopWords } from './stop-state.tsx'
import { WhosePosition } from './whose-position.tsx'

const PositionDrawer = lazyAhead<PositionDrawerProps>(
  async () => (await import('./position-drawer.tsx')).PositionDrawer,
)

const PAGE_SIZE = 50

const COLUMNS: readonly Column<OpenPosition>[] = [
  {
    title: 'Symbol',
    sortBy: 'symbol',
    cell: ({ symbol, side }) => (
      <Text span size="sm" fw={600}>
        {symbol} <Aside>{SIDES[side]}</Aside>
      </Text>
    ),
  },
  { title: 'Quantity', sortBy: 'quantity', isFigure: true, cell: ({ quantity }) => formatNumber(quantity) },
  { title: 'Average', isFigure: true, cell: ({ average_price }) => priceText(average_price) },
  { title: 'Last', isFigure: true, cell: ({ last_price }) => priceText(last_price) },
  {
    title: 'Unrealised P&L',
    sortBy: 'pnl',
    isFigure: true,
    cell: ({ unrealised_pnl }) => <Profit amount={unrealised_pnl} />,
  },
  { title: 'Stop', term: 'stop', isFigure: true, cell: ({ stop_price }) => priceText(stop_price) },
  { title: 'Target', term: 'target', isFigure: true, cell: ({ target_price }) => priceText(target_price) },
  { title: 'Protection', isNote: true, cell: ({ protection }) => <StopNote protection={protection} isShort /> },
  {
    title: 'Opened',
    sortBy: 'opened',
    isWhole: true,
    cell: ({ opened_at, is_closing, ownership }) => {
      if (ownership === 'leaving') return 'Leaving the bot'
      return is_closing ? 'Closing now' : formatClock(opened_at)
    },
  },
  { title: 'Actions', isActions: true, cell: (position) => <ClosePosition position={position} /> },
]

function Aside({ children }: { children: ReactNode }) {
  return (
    <Text span size="xs" c="dimmed" fw={500}>
      {children}
    </Text>
  )
}

const HEIGHT_PX = {
  desktop: { empty: 101, head: 53, row: 51, note: 24 },
  phone: { empty: 121, head: 10, row: 61, note: 24 },
}

/** The bots say how many positions they hold, so the list has its place before it is loaded. */
function expectedHeightPx(bots: readonly Bot[], isPhone: boolean): number {
  const { empty, head, row, note } = isPhone ? HEIGHT_PX.phone : HEIGHT_PX.desktop
  const count = bots.reduce((sum, { open_positions }) => sum + open_positions, 0)
  return count === 0 ? empty : head + row * count + note
}

type Props = {
  bots: readonly Bot[]
  /** The symbol's price chart in a position's drawer. */
  renderChart?: (position: OpenPosition) => ReactNode
}

/** Open positions with their unrealised profit at the last price; a row opens its details. */
export function OpenPositions({ bots, renderChart }: Props) {
  const { rows, isPending, failed } = usePositions(bots)
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<OpenPosition | null>(null)
  const now = rows.find(({ id }) => id === opened?.id)
  const known = rows.flatMap(({ unrealised_pnl }) => (unrealised_pnl === null ? [] : [unrealised_pnl]))
  return (
    <section aria-label="Open Positions">
      <Group justify="space-between" mb="sm" align="center" gap="xs">
        <Title order={2} size="h3">
          Open Positions
        </Title>
        {rows.length > 0 && (
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              Unrealised{' '}
              <Text span inherit fw={600}>
                <Profit amount={known.length === rows.length ? known.reduce((sum, amount) => sum + amount, 0) : null} />
              </Text>
            </Text>
            <CloseAllPositions count={rows.length} />
          </Group>
        )}
      </Group>
      {failed && <ListLoadError query={failed} />}
      {!failed && isPending && <Skeleton h={expectedHeightPx(bots, isPhone)} radius="lg" aria-busy="true" />}
      {!failed && !isPending && rows.length === 0 && (
        <EmptyState title="No open positions">What your bot holds appears here, with its stop and target.</EmptyState>
      )}
      {rows.map((row) => row.ownership === 'asked' && <WhosePosition key={row.id} position={row} />)}
      {rows.length > 0 && <Rows rows={rows} onOpen={setOpened} />}
      {rows.length > 0 && <PriceNote bots={bots} />}
      {opened && (
        <Suspense>
          <PositionDrawer
            position={now ?? opened}
            botName={bots.find(({ id }) => id === opened.bot_id)?.name ?? ''}
            isClosed={now === undefined && !isPending && !failed}
            renderChart={renderChart}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

type RowsProps = { rows: readonly OpenPosition[]; onOpen: (position: OpenPosition) => void }

const Rows = memo(function Rows({ rows, onOpen }: RowsProps) {
  const isPhone = useIsPhone()
  const view = useFilteredRows(POSITION_FILTERS, rows, PAGE_SIZE)
  const list = { name: 'Open Positions', rows: view.shown, rowKey: ({ id }: OpenPosition) => id, onOpen }
  return (
    <>
      <RowFilterBar view={view} of="open positions" fileName="open-positions.csv" csv={POSITION_CSV} />
      {view.shown.length > 0 &&
        (isPhone ? (
          <CompactRows {...list} lines={linesOf} />
        ) : (
          <DataTable {...list} columns={COLUMNS} sorting={view.sorting} />
        ))}
      <FilteredRowsPager view={view} of="open positions" />
    </>
  )
})

function linesOf(position: OpenPosition) {
  const { symbol, side, quantity, average_price, last_price, unrealised_pnl } = position
  return [
    [
      <Text key="symbol" span size="sm" fw={600}>
        {symbol} <Aside>{`${SIDES[side]} ${formatNumber(quantity)}`}</Aside>
      </Text>,
      <Profit key="pnl" amount={unrealised_pnl} />,
    ],
    [`${priceText(average_price)} → ${priceText(last_price)}`, stopWords(position)],
  ] as const
}
