import { Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type OperationsStrip as Strip, readOperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { SECOND_MS } from '@trading-bot/core/time'
import type { ReactNode } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { DoneIcon, ErrorIcon, UnknownIcon, WarningIcon } from '../../ui/icons.ts'
import { type Finding, findingsOf, standingFacts } from './operations-findings.ts'
import classes from './operations-strip.module.css'

const REFRESH_MS = 15 * SECOND_MS

/** What needs the operator now, each with the screen that deals with it; one quiet line when nothing does. */
export function OperationsStrip({ pause }: { pause: ReactNode }) {
  const strip = useQuery({ ...queryOf(readOperationsStrip, {}), refetchInterval: REFRESH_MS })
  return (
    <Paper component="section" aria-label="Operations" p="md" radius="lg" mb="lg">
      <Loaded
        query={strip}
        skeleton={<Skeleton h={30} />}
        explain={() => 'Nobody knows whether all is well: the operations strip could not be read.'}
      >
        {(loaded) => <Parts strip={loaded} pause={pause} />}
      </Loaded>
    </Paper>
  )
}

function Parts({ strip, pause }: { strip: Strip; pause: ReactNode }) {
  const findings = findingsOf(strip)
  return (
    <>
      {findings.length > 0 && (
        <ul className={classes['findings']} aria-label="Needs attention">
          {findings.map((finding) => (
            <li key={finding.title}>
              <FindingLink finding={finding} />
            </li>
          ))}
        </ul>
      )}
      <Group justify="space-between" gap="sm">
        <Group gap="md" className={classes['quiet']}>
          {findings.length === 0 && (
            <Group gap={6} wrap="nowrap">
              <DoneIcon size={16} aria-hidden />
              <Text size="sm">All well</Text>
            </Group>
          )}
          {standingFacts(strip).map(({ text, to }) => (
            <TextLink key={text} to={to} size="sm" c="dimmed">
              {text}
            </TextLink>
          ))}
        </Group>
        {strip.switches?.is_platform_paused !== true && pause}
      </Group>
    </>
  )
}

const ICONS = { bad: ErrorIcon, open: WarningIcon, unknown: UnknownIcon } as const

function FindingLink({ finding: { tone, title, detail, to, search } }: { finding: Finding }) {
  const Icon = ICONS[tone]
  return (
    <TextLink
      to={to}
      {...(search && { search: search as never })}
      className={classes['finding']}
      data-tone={tone}
      underline="never"
    >
      <Icon size={18} aria-hidden />
      <span>
        <Text span size="sm" fw={600} display="block">
          {title}
        </Text>
        <Text span size="xs" c="dimmed" display="block">
          {detail}
        </Text>
      </span>
    </TextLink>
  )
}
