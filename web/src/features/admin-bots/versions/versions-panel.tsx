import { Badge, Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotCode, type BotVersion, listBotVersions } from '@trading-bot/contract/rest/trading/bot-code'
import { listDeployRequests, withdrawDeploy } from '@trading-bot/contract/rest/trading/deploy-requests'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { DataUsedView } from '../backtests/data-used.tsx'
import { GateChecks } from '../testing/gate-checks.tsx'
import { DeployDialog } from './deploy-dialog.tsx'
import { VersionDiff } from './version-diff.tsx'

type Props = {
  bot: BotCode
  onChanged: (bot: BotCode) => void
  /** Fewer columns, for a narrow place. */
  isCompact?: boolean
}

/** Every version of a bot: what changed and which one is deployed. */
export function VersionsPanel({ bot, onChanged, isCompact = false }: Props) {
  const versions = useQuery(queryOf(listBotVersions, { id: bot.id }))
  const { data: requests = [] } = useQuery(queryOf(listDeployRequests, { id: bot.id }))
  const waiting = new Map(requests.map(({ version, requested_by }) => [version, requested_by]))
  const withdraw = useCall(withdrawDeploy, {
    refresh: [listDeployRequests],
    onDone: () => notify('success', 'The request is withdrawn.'),
  })
  const [shown, setShown] = useState<number | null>(null)
  const [checked, setChecked] = useState<number | null>(null)
  const gate = versions.data?.find(({ number }) => number === checked)?.gate
  const [deploying, setDeploying] = useState<BotVersion | null>(null)
  const columns: readonly Column<BotVersion>[] = [
    {
      title: 'Version',
      cell: ({ number, is_deployed }) => (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {number}
          </Text>
          {is_deployed && <Badge variant="light">Deployed</Badge>}
          {waiting.has(number) && (
            <Badge variant="light" color="yellow" title={`Asked for by ${waiting.get(number)}`}>
              Needs a second administrator
            </Badge>
          )}
        </Group>
      ),
    },
    ...(isCompact ? COMPACT : WHOLE),
    {
      title: 'Checks',
      cell: (version) => <GateBadge version={version} onOpen={() => setChecked(version.number)} />,
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (version) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            onClick={() => setShown(version.number)}
            aria-label={`Show version ${version.number}`}
          >
            Show
          </Button>
          {waiting.has(version.number) && (
            <Button
              size="xs"
              variant="default"
              onClick={() => withdraw.mutate({ id: bot.id, number: String(version.number) })}
              aria-label={`Withdraw the request for version ${version.number}`}
            >
              Withdraw
            </Button>
          )}
          {!version.is_deployed && (
            <Button size="xs" onClick={() => setDeploying(version)} aria-label={`Deploy version ${version.number}`}>
              {bot.deployed_version !== null && version.number < bot.deployed_version ? 'Roll back' : 'Deploy'}
            </Button>
          )}
        </Group>
      ),
    },
  ]
  return (
    <Stack gap="md">
      <Loaded query={versions} skeleton={<Skeleton h={200} radius="lg" />}>
        {(rows) => <DataTable name="Versions" columns={columns} rows={rows} rowKey={({ number }) => String(number)} />}
      </Loaded>
      {gate && (
        <Stack gap="xs" component="section" aria-label={`Checks of version ${checked}`}>
          <Title order={3}>{`Publish checks of version ${checked}`}</Title>
          <Text size="sm" c="dimmed">{`Run on ${formatDateTime(gate.checked_at)}.`}</Text>
          <GateChecks gate={gate} />
          {gate.data && <DataUsedView data={gate.data} />}
        </Stack>
      )}
      {shown !== null && <VersionDiff botId={bot.id} number={shown} />}
      {deploying && (
        <DeployDialog bot={bot} version={deploying} onClose={() => setDeploying(null)} onDeployed={onChanged} />
      )}
    </Stack>
  )
}

const WHOLE: readonly Column<BotVersion>[] = [
  { title: 'Runs as', cell: ({ runs_as }) => (runs_as === 'native' ? 'Native twin' : 'Python') },
  {
    title: 'Hash',
    cell: ({ hash }) => (
      <Text ff="monospace" size="sm">
        {hash.slice(0, 12)}
      </Text>
    ),
  },
  { title: 'Saved', cell: ({ created_at }) => formatDateTime(created_at) },
  { title: 'By', cell: ({ created_by }) => created_by ?? 'Shipped' },
]

const COMPACT: readonly Column<BotVersion>[] = [
  {
    title: 'Saved',
    isWhole: true,
    cell: ({ created_at, created_by, runs_as }) => (
      <div>
        <Text size="sm">{formatDateTime(created_at)}</Text>
        <Text size="xs" c="dimmed">
          {`${created_by ?? 'Shipped'} · ${runs_as === 'native' ? 'Native twin' : 'Python'}`}
        </Text>
      </div>
    ),
  },
]

/** Opens the checks in full: what each one did, and on which data. */
function GateBadge({ version: { gate, number }, onOpen }: { version: BotVersion; onOpen: () => void }) {
  if (!gate)
    return (
      <Text size="sm" c="dimmed">
        Not run
      </Text>
    )
  return (
    <UnstyledButton onClick={onOpen} aria-label={`Show the checks of version ${number}`}>
      <Badge variant="light" color={gate.passed ? 'green' : 'red'}>
        {gate.passed ? 'Passed' : 'Failed'}
      </Badge>
    </UnstyledButton>
  )
}
