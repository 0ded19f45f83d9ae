import { Button, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Algo, type AlgoRegistration, readAlgoHistory } from '@trading-bot/contract/rest/trading/algos'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { HistoryList } from '../../ui/history/history-list.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { KINDS, nameOf } from './algo-words.ts'
import { ChangeAlgoForm } from './change-algo-form.tsx'
import { ExportOrders } from './export-orders.tsx'
import { RegisterAlgoDialog } from './register-algo-dialog.tsx'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

const ACTIONS = {
  'algo.applied': 'Applied for',
  'algo.registered': 'Registered',
  'algo.suspended': 'Suspended',
  'algo.withdrawn': 'Withdrawn',
  'algo.orders_exported': 'Orders exported',
}

type Props = { algo: Algo; registration: AlgoRegistration; onClose: () => void }

/** One registration: its facts, its next state, the export of its orders and its history. */
export function ManageAlgoDialog({ algo, registration, onClose }: Props) {
  const [isApplyingAgain, setApplyingAgain] = useState(false)
  if (isApplyingAgain) return <RegisterAlgoDialog algo={algo} onClose={onClose} />
  const { id, algo_id, kind, certificate, report_day, note, state, state_since, state_set_by } = registration
  return (
    <FormModal opened onClose={onClose} size="lg" title={nameOf(algo)}>
      <Stack>
        <Facts
          items={[
            ['Algo id', algo_id ?? 'Not given yet'],
            ['Broker and exchange', 'Angel One, NSE'],
            ['Kind', KINDS[kind]],
            ...(certificate ? [['Certificate', certificate] as const] : []),
            ...(kind === 'black_box'
              ? [['Research report of', report_day ? formatDate(report_day) : 'Missing'] as const]
              : []),
            [`${state.charAt(0).toUpperCase()}${state.slice(1)} since`, formatDateTime(state_since)],
            ['Set by', state_set_by ?? 'The platform'],
            ...(note ? [['Note', note] as const] : []),
          ]}
        />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Version hash {algo.logic_hash}
        </Text>
        {state === 'withdrawn' ? (
          <Button variant="default" onClick={() => setApplyingAgain(true)}>
            Apply again
          </Button>
        ) : (
          <ChangeAlgoForm algo={algo} registration={registration} />
        )}
        {algo_id !== null && (
          <>
            <Divider />
            <ExportOrders id={id} algoId={algo_id} />
          </>
        )}
        <Divider />
        <Text fw={600}>History</Text>
        <History id={id} />
      </Stack>
    </FormModal>
  )
}

function History({ id }: { id: string }) {
  const history = useQuery(queryOf(readAlgoHistory, { id }))
  return (
    <Loaded query={history} skeleton={<Skeleton h={80} />}>
      {(lines) => <HistoryList lines={lines} titles={ACTIONS} />}
    </Loaded>
  )
}
