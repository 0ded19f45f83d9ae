import { Alert, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { BacktestReport, BacktestTrade } from '@trading-bot/contract/rest/trading/bot-config'
import type { HistoryRun } from '@trading-bot/contract/rest/trading/history-runs'
import { formatNumber } from '@trading-bot/core/format-number'
import { describeReason } from '@trading-bot/core/describe-reason'
import { formatRupees } from '@trading-bot/core/money'
import { lazy, Suspense } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { NewestRows } from '../../ui/tables/newest-rows.tsx'
import { missingDays } from './missing-days.ts'

const EquityLine = lazy(async () => ({ default: (await import('./equity-line.tsx')).EquityLine }))

const FIRST_TRADES = 10
const MOST_TRADES = 50
const CAVEAT =
  'What a bot did on past prices says little about what it will do next. Fills are estimated on the cautious side, and every Indian charge is counted.'

type Props = { run: HistoryRun; report: BacktestReport }

/** Net after costs, drawdown, how far it may be believed, and what it was run on. */
export function HistoryResult({ run, report }: Props) {
  const { robustness, claim } = run
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="lg">
        <div>
          <Title order={2} size="h3">
            {`${formatDate(report.from)} to ${formatDate(report.until)}`}
          </Title>
          <Text size="sm" c="dimmed">
            {`${report.symbols.length > 3 ? `${report.symbols.length} symbols` : report.symbols.join(', ')} · ${report.data?.words ?? report.market}`}
          </Text>
        </div>
        {claim.sentence !== null && (
          <Alert color={claim.kind === 'verified' ? 'teal' : 'blue'} variant="light" role="note">
            {claim.sentence}
          </Alert>
        )}
        {report.data?.warning && (
          <Alert color="yellow" variant="light">
            {report.data.warning}
          </Alert>
        )}
        <MissingDays report={report} />
        {robustness && (
          <Alert
            color={robustness.verdict === 'robust' ? 'teal' : 'yellow'}
            variant="light"
            title="How far to believe it"
          >
            {robustness.sentence}
          </Alert>
        )}
        <Figures report={report} />
        {report.equity.length > 1 && (
          <div>
            <Title order={3} mb="xs">
              Account value
            </Title>
            <Suspense fallback={null}>
              <EquityLine points={report.equity} />
            </Suspense>
          </div>
        )}
        <Trades report={report} />
        <NotEntered report={report} />
        <Text size="sm" c="dimmed">
          {CAVEAT}
        </Text>
      </Stack>
    </Paper>
  )
}

function MissingDays({ report }: { report: BacktestReport }) {
  const sentence = report.data && missingDays(report.data)
  return sentence ? (
    <Alert color="yellow" variant="light" title="Some days are not stored">
      {sentence}
    </Alert>
  ) : null
}

function Figures({ report }: { report: BacktestReport }) {
  const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)} %`)
  const fall = report.max_drawdown_percent === null ? '' : ` (${report.max_drawdown_percent.toFixed(1)} % of capital)`
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Facts
        items={[
          ['Net, after charges', <Profit key="net" amount={report.net} />],
          ['Before charges', <Profit key="gross" amount={report.net + report.charges} />],
          ['Charges', formatRupees(report.charges)],
          ['Capital', formatRupees(report.capital)],
        ]}
      />
      <Facts
        items={[
          ['Max drawdown', `${formatRupees(report.max_drawdown)}${fall}`],
          ['Round trips', formatNumber(report.trades_total)],
          ['Winning', percent(report.win_rate)],
          ['Average round trip', <Profit key="average" amount={report.average_trade} unknown="–" />],
        ]}
      />
    </SimpleGrid>
  )
}

const COLUMNS: readonly Column<BacktestTrade>[] = [
  { title: 'Symbol', cell: ({ symbol, side }) => `${symbol}, ${side === 'LONG' ? 'long' : 'short'}` },
  { title: 'Quantity', isFigure: true, cell: ({ quantity }) => quantity },
  { title: 'Entry', cell: (trade) => `${formatRupees(trade.entry_price)}, ${formatDateTime(trade.entry_time)}` },
  { title: 'Exit', cell: (trade) => `${formatRupees(trade.exit_price)}, ${formatDateTime(trade.exit_time)}` },
  { title: 'Why it ended', isNote: true, cell: ({ exit_reason }) => describeReason(exit_reason) },
  { title: 'Charges', isFigure: true, cell: ({ charges }) => formatRupees(charges) },
  { title: 'Net', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
]

function Trades({ report }: { report: BacktestReport }) {
  return (
    <div>
      <Title order={3} mb="xs">
        Round trips
      </Title>
      {report.trades.length === 0 ? (
        <Text size="sm" c="dimmed">
          The bot took no position in this time.
        </Text>
      ) : (
        <NewestRows
          name="Round trips"
          columns={COLUMNS}
          rows={report.trades}
          total={report.trades_total}
          first={FIRST_TRADES}
          most={MOST_TRADES}
          rowKey={(trade) => `${trade.symbol} ${trade.entry_time}`}
        />
      )}
    </div>
  )
}

function NotEntered({ report }: { report: BacktestReport }) {
  if (report.denials.length === 0) return null
  return (
    <div>
      <Title order={3} mb="xs">
        Signals without an order
      </Title>
      <List size="sm" spacing={4}>
        {report.denials.map(({ code, text, count }) => (
          <List.Item key={code}>{`${formatNumber(count)} times: ${text}`}</List.Item>
        ))}
      </List>
    </div>
  )
}
