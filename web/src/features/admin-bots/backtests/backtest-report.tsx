import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { BacktestReport, BacktestTrade } from '@trading-bot/contract/rest/trading/bot-config'
import { formatNumber } from '@trading-bot/core/format-number'
import { describeReason } from '@trading-bot/core/describe-reason'
import { formatRupees } from '@trading-bot/core/money'
import { useMemo } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { NewestRows } from '../../../ui/tables/newest-rows.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { DataUsedView } from './data-used.tsx'
import { EquityChart, type EquityLine } from './equity-chart.tsx'
import { PriceChart } from './price-chart.tsx'

const FIRST_TRADES = 20
const FIRST_ON_PHONE = 5
const MOST_TRADES = 100

/** Metrics, equity, the price chart with the bot's trades, the trade list and the fill model. */
export function BacktestReportView({ report }: { report: BacktestReport }) {
  // The same list as long as the report is, so that pointing at the chart does not draw it anew.
  const tradesOfFirst = useMemo(() => report.trades.filter(({ symbol }) => symbol === report.symbols[0]), [report])
  return (
    <Stack gap="lg" component="section" aria-label="Backtest report">
      <Metrics report={report} />
      <Text size="sm" c="dimmed">
        {`${report.symbols.join(', ')} · ${formatDate(report.from)} to ${formatDate(report.until)} · ${formatNumber(report.bars)} bars in ${report.took_ms} ms · ran as ${report.ran_as === 'native' ? 'its native twin' : 'Python in the sandbox'}`}
      </Text>
      {report.data ? (
        <DataUsedView data={report.data} />
      ) : (
        <Text size="sm" c="dimmed">
          {report.market}
        </Text>
      )}
      <div>
        <Title order={3} mb="xs">
          Equity
        </Title>
        <EquityChart lines={equityLines(report)} label={equityLabel(report)} unit="rupees" />
        {report.benchmark && (
          <Text size="sm" mt="xs">
            {'Buying and holding the same symbols would have made '}
            <Profit amount={report.benchmark.net} />
            {` before charges, with a drawdown of ${formatRupees(report.benchmark.max_drawdown)}.`}
          </Text>
        )}
      </div>
      {report.candles.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            {`${report.symbols[0]}: price and trades`}
          </Title>
          <PriceChart candles={report.candles} plots={report.plots} trades={tradesOfFirst} />
        </div>
      )}
      <Trades report={report} />
      <div>
        <Title order={3} mb="xs">
          How orders were filled
        </Title>
        <List size="sm" spacing={4}>
          {report.fill_model.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
          {report.denials.map(({ code, text, count }) => (
            <List.Item key={code}>{`${formatNumber(count)} × not entered: ${text}`}</List.Item>
          ))}
        </List>
        <Text size="xs" c="dimmed" mt="xs" ff="monospace">
          {`input ${report.input_hash.slice(0, 16)} · result ${report.result_hash.slice(0, 16)}`}
        </Text>
      </div>
    </Stack>
  )
}

function equityLines({ equity, benchmark }: BacktestReport): EquityLine[] {
  const held = benchmark ? [{ name: 'Buy and hold', points: benchmark.equity }] : []
  return [{ name: 'This run', points: equity }, ...held]
}

function equityLabel({ equity }: BacktestReport): string {
  const [first, last] = [equity[0]?.[1] ?? 0, equity.at(-1)?.[1] ?? 0]
  return `Account value from ${formatRupees(first)} to ${formatRupees(last)}`
}

function Metrics({ report }: { report: BacktestReport }) {
  const percent = (value: number | null) => (value === null ? 'N/A' : `${(value * 100).toFixed(1)} %`)
  const figure = (value: number | null) => (value === null ? 'N/A' : value.toFixed(2).replace('-', '−'))
  return (
    <SimpleGrid type="container" cols={{ base: 1, '480px': 2, '760px': 3 }} spacing="md">
      <Facts
        items={[
          ['Net profit', <Profit key="net" amount={report.net} />],
          ['Capital', formatRupees(report.capital)],
          ['Charges', formatRupees(report.charges)],
          ['Trades', formatNumber(report.trades_total)],
        ]}
      />
      <Facts
        items={[
          ['Win rate', percent(report.win_rate)],
          ['Profit factor', figure(report.profit_factor)],
          ['Average trade', <Profit key="average" amount={report.average_trade} unknown="N/A" />],
          [
            'Best / worst',
            <span key="best">
              <Profit amount={report.best} unknown="N/A" /> / <Profit amount={report.worst} unknown="N/A" />
            </span>,
          ],
        ]}
      />
      <Facts
        items={[
          ['Max drawdown', `${formatRupees(report.max_drawdown)} (${figure(report.max_drawdown_percent)} %)`],
          ['Sharpe (daily)', figure(report.sharpe)],
          ['Time in market', percent(report.exposure)],
          ['Wins / losses', `${report.wins} / ${report.losses}`],
        ]}
      />
    </SimpleGrid>
  )
}

function Trades({ report }: { report: BacktestReport }) {
  const isPhone = useIsPhone()
  const columns: readonly Column<BacktestTrade>[] = [
    {
      title: 'Trade',
      cell: ({ symbol, side }) => <TwoLines first={symbol} second={side === 'LONG' ? 'Long' : 'Short'} />,
    },
    { title: 'Quantity', isFigure: true, cell: ({ quantity }) => quantity },
    {
      title: 'Entry',
      cell: (trade) => <TwoLines first={formatRupees(trade.entry_price)} second={formatDateTime(trade.entry_time)} />,
    },
    {
      title: 'Exit',
      cell: (trade) => <TwoLines first={formatRupees(trade.exit_price)} second={formatDateTime(trade.exit_time)} />,
    },
    { title: 'Why', isNote: true, cell: ({ exit_reason }) => describeReason(exit_reason) },
    { title: 'Charges', isFigure: true, cell: ({ charges }) => formatRupees(charges) },
    { title: 'P&L', isFigure: true, cell: ({ pnl }) => <Profit amount={pnl} /> },
  ]
  return (
    <div>
      <Title order={3} mb="xs">
        Trades
      </Title>
      {report.trades.length === 0 ? (
        <Text size="sm" c="dimmed">
          The bot took no trade in this time.
        </Text>
      ) : (
        <NewestRows
          name="Backtest trades"
          columns={columns}
          rows={report.trades}
          total={report.trades_total}
          first={isPhone ? FIRST_ON_PHONE : FIRST_TRADES}
          most={MOST_TRADES}
          rowKey={(trade) => `${trade.symbol} ${trade.entry_time}`}
        />
      )}
    </div>
  )
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <div>
      <Text size="sm">{first}</Text>
      <Text size="xs" c="dimmed">
        {second}
      </Text>
    </div>
  )
}
