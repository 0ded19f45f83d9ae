import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Approval,
  type Empanelment,
  readHosting,
  withdrawApproval,
  withdrawEmpanelment,
} from '@trading-bot/contract/rest/trading/hosting'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { EmpanelmentForm } from './empanelment-form.tsx'
import { documentState, MODES, probeText } from './hosting-words.ts'

type Open = 'empanelment' | 'approval' | null
type Withdrawn = { readonly kind: 'empanelment' | 'approval'; readonly id: string; readonly name: string }

/** The mode that runs, the provider's empanelment and the broker's approvals, with their history. */
export function HostingSection() {
  const hosting = useQuery(queryOf(readHosting, {}))
  const [open, setOpen] = useState<Open>(null)
  const [leaving, setLeaving] = useState<Withdrawn | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Loaded query={hosting} skeleton={<Skeleton h={420} radius="lg" />}>
        {({ mode, since, empanelments, approvals }) => (
          <>
            <Section title="Hosting mode" about="Set by HOSTING when the platform starts.">
              <Stack gap={4}>
                <Text fw={600}>{MODES[mode].title}</Text>
                <Text size="sm">{MODES[mode].about}</Text>
                {since && <Text size="sm" c="dimmed">{`Since ${formatDateTime(since)}`}</Text>}
              </Stack>
            </Section>
            <Section
              title="Empanelment"
              about="The exchange’s empanelment of the algo provider. When it ends, entries with real money stop to the minute."
            >
              <Documents
                action="Enter empanelment"
                none="No empanelment is entered."
                isEmpty={empanelments.length === 0}
                onEnter={() => setOpen('empanelment')}
              >
                <DataTable
                  name="Empanelments"
                  columns={empanelmentColumns(setLeaving, hosting.dataUpdatedAt)}
                  rows={empanelments}
                  rowKey={({ id }) => id}
                />
              </Documents>
            </Section>
            <Section
              title="Approvals"
              about="The broker’s approval of each strategy version that trades with real money."
            >
              <Documents
                action="Enter approval"
                none="No approval is entered."
                isEmpty={approvals.length === 0}
                onEnter={() => setOpen('approval')}
              >
                <DataTable
                  name="Approvals"
                  columns={approvalColumns(setLeaving, hosting.dataUpdatedAt)}
                  rows={approvals}
                  rowKey={({ id }) => id}
                />
              </Documents>
            </Section>
          </>
        )}
      </Loaded>
      {open === 'empanelment' && <EmpanelmentForm onClose={close} />}
      {open === 'approval' && <ApprovalForm onClose={close} />}
      {leaving && <Withdraw document={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

type DocumentsProps = {
  action: string
  none: string
  isEmpty: boolean
  onEnter: () => void
  children: React.ReactNode
}

function Documents({ action, none, isEmpty, onEnter, children }: DocumentsProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isEmpty ? none : ''}
        </Text>
        <Button variant="default" onClick={onEnter}>
          {action}
        </Button>
      </Group>
      {!isEmpty && children}
    </Stack>
  )
}

type Leave = (document: Withdrawn) => void

function empanelmentColumns(leave: Leave, nowMs: number): readonly Column<Empanelment>[] {
  return [
    { title: 'Provider', cell: ({ provider_name }) => provider_name },
    { title: 'Number', cell: ({ number }) => number },
    { title: 'State', cell: ({ ended_at, valid_until }) => <State {...{ ended_at, valid_until, nowMs }} /> },
    { title: 'Valid until', isWhole: true, cell: ({ valid_until }) => formatDateTime(valid_until) },
    {
      title: 'Broker’s server',
      isNote: true,
      cell: ({ egress_address, probe }) => (
        <div>
          {egress_address}
          <Text size="xs" c="dimmed">
            {probeText(probe)}
          </Text>
        </div>
      ),
    },
    { title: 'Entered', isNote: true, cell: entered },
    withdrawColumn(leave, ({ number }) => ({ kind: 'empanelment', name: `the empanelment ${number}` })),
  ]
}

function approvalColumns(leave: Leave, nowMs: number): readonly Column<Approval>[] {
  return [
    {
      title: 'Strategy',
      isNote: true,
      cell: ({ versions, logic_hash }) => versions.join(', ') || logic_hash.slice(0, 12),
    },
    { title: 'Reference', cell: ({ reference }) => reference },
    { title: 'State', cell: ({ ended_at, valid_until }) => <State {...{ ended_at, valid_until, nowMs }} /> },
    { title: 'Approved', isWhole: true, cell: ({ approved_on }) => formatDate(approved_on) },
    {
      title: 'Valid until',
      isWhole: true,
      cell: ({ valid_until }) => (valid_until ? formatDateTime(valid_until) : 'Until it is withdrawn'),
    },
    { title: 'Entered', isNote: true, cell: entered },
    withdrawColumn(leave, ({ reference }) => ({ kind: 'approval', name: `the approval ${reference}` })),
  ]
}

function withdrawColumn<Row extends { readonly id: string; readonly ended_at: string | null }>(
  leave: Leave,
  nameOf: (row: Row) => Omit<Withdrawn, 'id'>,
): Column<Row> {
  return {
    title: 'Actions',
    isActions: true,
    cell: (row) =>
      row.ended_at === null && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Withdraw ${nameOf(row).name}`}
          onClick={() => leave({ id: row.id, ...nameOf(row) })}
        >
          Withdraw
        </Button>
      ),
  }
}

type StateProps = Pick<Approval, 'ended_at' | 'valid_until'> & { nowMs: number }

function State({ ended_at, valid_until, nowMs }: StateProps) {
  return <StatusBadge status={documentState(ended_at, valid_until, nowMs)} />
}

function entered({ entered_at, entered_by, ended_at }: Pick<Empanelment, 'entered_at' | 'entered_by' | 'ended_at'>) {
  return (
    <div>
      {`${formatDateTime(entered_at)}${entered_by ? ` by ${entered_by}` : ''}`}
      {ended_at && <Text size="xs" c="dimmed">{`Replaced or withdrawn ${formatDateTime(ended_at)}`}</Text>}
    </div>
  )
}

function Withdraw({ document: { kind, id, name }, onClose }: { document: Withdrawn; onClose: () => void }) {
  const withdraw = useCall(kind === 'empanelment' ? withdrawEmpanelment : withdrawApproval, {
    refresh: [readHosting],
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Withdraw ${name}?`}
      action="Withdraw"
      isSending={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id })}
      onClose={onClose}
    >
      Bots that trade with real money by it open nothing any more, and their owners are told. What is open is still
      watched and closed.
    </ConfirmDialog>
  )
}
