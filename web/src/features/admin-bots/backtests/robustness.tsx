import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { measureRobustness, type Robustness } from '@trading-bot/contract/rest/trading/bot-config'
import { formatNumber } from '@trading-bot/core/format-number'
import { errorText } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { ProfitCell } from '../sweeps/profit-cell.tsx'
import { WalkForward } from '../sweeps/walk-forward.tsx'
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
            Resampling its trades and testing higher slippage and nearby parameters …
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
      <SimpleGrid type="container" cols={{ base: 1, '480px': 2, '760px': 3 }} spacing="md">
        {resampled && <Spreads name="Net profit" spread={resampled.net} times={resampled.times} />}
        {resampled && <Spreads name="Drawdown" spread={resampled.drawdown} times={resampled.times} />}
        <div>
          <Title order={4}>Higher slippage</Title>
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
      {walkForward && (
        <WalkForward result={walkForward} chosen={[{ title: 'Best in training', cell: ({ choice }) => choice }]} />
      )}
    </>
  )
}

type SpreadView = NonNullable<Robustness['resampled']>['net']

function Spreads({ name, spread, times }: { name: string; spread: SpreadView; times: number }) {
  const amount = (value: number) => <Profit amount={name === 'Drawdown' ? -value : value} />
  return (
    <div>
      <Title order={4}>{`${name}, resampled ${formatNumber(times)} times`}</Title>
      <Facts
        items={[
          ['Worst 5 %', amount(spread.worst)],
          ['Median', amount(spread.middle)],
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
        Parameter sensitivity
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Net profit in rupees with one parameter moved by itself.
      </Text>
      <section className={classes['frame']} aria-label="Parameter sensitivity">
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
