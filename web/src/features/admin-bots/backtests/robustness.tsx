import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { measureRobustness, type Robustness } from '@trading-bot/contract/rest/trading/bot-config'
import { errorText } from '../../../lib/api/error-text.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { ProfitCell } from '../sweeps/profit-cell.tsx'
import classes from '../sweeps/heat-map.module.css'

const COLOURS = { robust: 'teal', fragile: 'yellow', losing: 'red', 'too few trades': 'gray' } as const

/** How far the result may be believed. Measured when the report is shown, which takes some seconds. */
export function BacktestRobustness({ backtestId, net }: { backtestId: string; net: number }) {
  const measured = useQuery({ ...queryOf(measureRobustness, { id: backtestId }), staleTime: Infinity, retry: false })
  return (
    <Stack gap="md" component="section" aria-label="Robustness">
      <Title order={3}>Robustness</Title>
      {measured.isPending && (
        <Group gap="xs">
          <Loader size="xs" />
          <Text size="sm" c="dimmed">
            Drawing its trades anew and trying dearer fills and other parameters …
          </Text>
        </Group>
      )}
      {measured.isError && (
        <Alert color="red" variant="light" title="The result could not be judged">
          <Stack gap="xs" align="flex-start">
            {errorText(measured.error)}
            <Button size="xs" variant="default" onClick={() => void measured.refetch()}>
              Try again
            </Button>
          </Stack>
        </Alert>
      )}
      {measured.data && <Found robustness={measured.data} net={net} />}
    </Stack>
  )
}

function Found({ robustness, net }: { robustness: Robustness; net: number }) {
  const { resampled, costs, walk_forward: walkForward } = robustness
  return (
    <>
      <Alert color={COLOURS[robustness.verdict]} variant="light">
        {robustness.sentence}
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {resampled && <Spreads name="Net profit" spread={resampled.net} times={resampled.times} />}
        {resampled && <Spreads name="Drawdown" spread={resampled.drawdown} times={resampled.times} />}
        <div>
          <Text size="sm" fw={600}>
            Dearer fills
          </Text>
          <Facts
            items={costs.map(({ slippage_times: times, net: result }) => [
              `Slippage × ${times}`,
              <Profit key={times} amount={result} />,
            ])}
          />
        </div>
      </SimpleGrid>
      {robustness.left_out !== null && (
        <Text size="sm" c="dimmed">
          {robustness.left_out}
        </Text>
      )}
      {robustness.neighbours.length > 0 && <Neighbours rows={robustness.neighbours} net={net} />}
      {walkForward && <WalkForward result={walkForward} />}
    </>
  )
}

type SpreadView = NonNullable<Robustness['resampled']>['net']

function Spreads({ name, spread, times }: { name: string; spread: SpreadView; times: number }) {
  const amount = (value: number) => <Profit amount={name === 'Drawdown' ? -value : value} />
  return (
    <div>
      <Text size="sm" fw={600}>
        {`${name}, drawn ${times.toLocaleString('en-IN')} times`}
      </Text>
      <Facts
        items={[
          ['Worst 5 %', amount(spread.worst)],
          ['Middle', amount(spread.middle)],
          ['Best 5 %', amount(spread.best)],
        ]}
      />
    </div>
  )
}

const MOVES = [-20, -10, 0, 10, 20] as const

/** Net profit with each parameter moved by itself; the chosen value stands in the middle. */
function Neighbours({ rows, net }: { rows: Robustness['neighbours']; net: number }) {
  const nets = rows.flatMap(({ cells }) => cells.map((cell) => Math.abs(cell.net)))
  const strongest = Math.max(1, Math.abs(net), ...nets)
  return (
    <div>
      <Title order={4} mb="xs">
        Other parameters
      </Title>
      <section className={classes['frame']} aria-label="Other parameters">
        <table className={classes['map']} aria-label="Net profit with one parameter moved">
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              {MOVES.map((move) => (
                <th key={move} scope="col">
                  {move === 0 ? 'Chosen' : `${move < 0 ? '−' : '+'}${Math.abs(move)} %`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, label, value, cells }) => (
              <tr key={field}>
                <th scope="row">{`${label} ${value}`}</th>
                {MOVES.map((move) => {
                  const cell = move === 0 ? { net, value } : cells.find((one) => one.moved_percent === move)
                  return (
                    <ProfitCell
                      key={move}
                      net={cell?.net}
                      strongest={strongest}
                      isFramed={move === 0}
                      title={cell && `${label} ${cell.value}`}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

type WalkForwardResult = NonNullable<Robustness['walk_forward']>

function WalkForward({ result }: { result: WalkForwardResult }) {
  const columns: readonly Column<WalkForwardResult['folds'][number]>[] = [
    { title: 'Tried on', cell: ({ from, until }) => `${formatDate(from)} to ${formatDate(until)}` },
    { title: 'Best before', cell: ({ choice }) => choice },
    { title: 'Promised per day', isFigure: true, cell: ({ trained_per_day }) => <Profit amount={trained_per_day} /> },
    { title: 'Kept per day', isFigure: true, cell: ({ validated_per_day }) => <Profit amount={validated_per_day} /> },
  ]
  return (
    <div>
      <Title order={4} mb="xs">
        Walk-forward
      </Title>
      <DataTable name="Walk-forward" columns={columns} rows={result.folds} rowKey={({ from }) => from} />
      <Text size="sm" mt="xs">
        What did best before promised <Profit amount={result.trained_per_day} /> a day and kept{' '}
        <Profit amount={result.validated_per_day} />.
      </Text>
    </div>
  )
}
