import { Button, Code, Group, Text } from '@mantine/core'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { type Algo, readAlgoSheet } from '@trading-bot/contract/rest/trading/algos'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { nameOf } from './algo-words.ts'

const COLUMNS: readonly Column<Algo>[] = [
  {
    title: 'Strategy version',
    cell: (algo) => (
      <div>
        <Text size="sm" fw={600}>
          {nameOf(algo)}
        </Text>
        <Text size="xs" c="dimmed">
          {BOT_TYPE_LABELS[algo.bot_type]} · {algo.runs_as === 'native' ? 'Built-in rule' : 'Python'}
          {algo.versions.some(({ is_deployed }) => is_deployed) && ' · Deployed'}
        </Text>
      </div>
    ),
  },
  { title: 'Hash', isWhole: true, cell: ({ logic_hash }) => <Code>{logic_hash.slice(0, 12)}</Code> },
  {
    title: 'State',
    cell: ({ registration }) =>
      registration ? (
        <StatusBadge status={registration.state} />
      ) : (
        <Text size="sm" c="dimmed">
          Not registered
        </Text>
      ),
  },
  { title: 'Algo id', isWhole: true, cell: ({ registration }) => registration?.algo_id ?? '–' },
  { title: 'Live bots', isFigure: true, cell: ({ live_bots }) => live_bots },
]

export function AlgosTable({ algos, onOpen }: { algos: readonly Algo[]; onOpen: (algo: Algo) => void }) {
  const actions: Column<Algo> = {
    title: 'Actions',
    isActions: true,
    cell: (algo) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <SheetButton algo={algo} />
        <Button
          size="xs"
          variant={algo.registration ? 'default' : 'light'}
          aria-label={`${algo.registration ? 'Manage' : 'Register'} ${nameOf(algo)}`}
          onClick={() => onOpen(algo)}
        >
          {algo.registration ? 'Manage' : 'Register'}
        </Button>
      </Group>
    ),
  }
  return <DataTable name="Algos" columns={[...COLUMNS, actions]} rows={algos} rowKey={({ logic_hash }) => logic_hash} />
}

function SheetButton({ algo }: { algo: Algo }) {
  const { logic_hash } = algo
  const sheet = useCall(readAlgoSheet, {
    onDone: (bytes) => saveFile(bytes, `white-box-${logic_hash.slice(0, 12)}.pdf`, readAlgoSheet.produces),
  })
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`White-box sheet of ${nameOf(algo)}`}
      loading={sheet.isPending}
      onClick={() => sheet.mutate({ logic_hash })}
    >
      Sheet
    </Button>
  )
}
