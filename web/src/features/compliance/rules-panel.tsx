import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readCompliance, type Rule, type RuleState } from '@trading-bot/contract/rest/operations/compliance'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EvidenceButton } from './evidence-button.tsx'

const STATES: Readonly<Record<RuleState, { readonly word: string; readonly color: string }>> = {
  met: { word: 'Kept', color: 'green' },
  'not-met': { word: 'Not kept', color: 'red' },
  unknown: { word: 'Unknown', color: 'yellow' },
  'not-applicable': { word: 'Does not apply', color: 'gray' },
}

const COLUMNS: readonly Column<Rule>[] = [
  {
    title: 'Rule',
    isNote: true,
    cell: ({ title, source, source_day }) => (
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">{`${source}, ${formatDate(`${source_day}T00:00:00Z`)}`}</Text>
      </div>
    ),
  },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Evidence', isNote: true, cell: Evidence },
  {
    title: 'As of',
    isWhole: true,
    cell: ({ evidence_at }) => (evidence_at === null ? 'Always' : formatDateTime(evidence_at)),
  },
]

export function RulesPanel() {
  const compliance = useQuery(queryOf(readCompliance, {}))
  return (
    <Loaded query={compliance} skeleton={<Skeleton h={480} radius="lg" />}>
      {({ rules }) => (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{summaryOf(rules)}</Text>
            <EvidenceButton name="rules" />
          </Group>
          <DataTable name="Rules" columns={COLUMNS} rows={rules} rowKey={({ key }) => key} />
        </Stack>
      )}
    </Loaded>
  )
}

function summaryOf(rules: readonly Rule[]): string {
  const broken = rules.filter(({ state }) => state === 'not-met').length
  const unknown = rules.filter(({ state }) => state === 'unknown').length
  if (broken === 0 && unknown === 0) return 'Every rule that applies here is kept.'
  const parts = [broken > 0 && `${broken} not kept`, unknown > 0 && `${unknown} could not be read`]
  return `Of ${rules.length} rules: ${parts.filter(Boolean).join(', ')}.`
}

function StateBadge({ state }: { state: RuleState }) {
  const { word, color } = STATES[state]
  return (
    <Badge variant="light" color={color} flex="none" miw="max-content" data-state={state}>
      {word}
    </Badge>
  )
}

function Evidence({ evidence, path }: Rule) {
  const [to = '', query = ''] = path?.split('?') ?? []
  return (
    <div>
      <Text size="sm">{evidence}</Text>
      {path !== null && (
        <TextLink to={to} search={Object.fromEntries(new URLSearchParams(query)) as never} size="xs">
          Where to deal with it
        </TextLink>
      )}
    </div>
  )
}
